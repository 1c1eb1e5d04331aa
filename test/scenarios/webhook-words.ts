import type { Received, Receiver } from '../../src/testing/index.ts'
import type { Body } from '../support/requests.ts'
import type { ScenarioRequest } from '../support/scenario-request.ts'

/** What a webhook says, and all that is unusual about it. */
export function webhookWords(
  webhook: Received,
  receiver: Receiver,
  { reference, body }: ScenarioRequest,
): readonly string[] {
  const record = webhook.body
  const isSigned = Object.keys(webhook.headers).some((name) => name.endsWith('-signature'))
  const signature = receiver.verify(webhook) ? [] : [isSigned ? 'signed wrongly' : 'unsigned']
  if (Object.keys(record).length === 0) return ['no JSON', ...signature]
  const other = record.reference_business === reference ? '' : ` of ${record.reference_business}`
  const { amount, recipients } = body()
  const asked = (recipients as Body[] | undefined)?.[0]?.amount ?? amount
  const share = Math.round((Number(record.amount) / Number(asked)) * 100)
  const added = Object.keys(record).filter((key) => !usualKeys.has(key))
  return [
    `${record.status}${other}`,
    ...(share === 100 ? [] : [`${share} %`]),
    ...(added.length === 0 ? [] : [`with ${added.join(' and ')}`]),
    ...signature,
  ]
}

/** The keys of a record in webhook form, of any flow (D38). */
const usualKeys = new Set(
  'id amount fee currency status channel type customer metadata reason network checkout_url provider_message message telco_response reference_business bear_fee virtual_account instructions created_at updated_at'.split(
    ' ',
  ),
)
