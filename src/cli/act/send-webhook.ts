import { type Command, Option } from 'commander'
import type { TransactionView } from '../../control/transactions/transaction-views.ts'
import { ControlFailure } from '../../control-client.ts'
import { addClientCommand, type DrivingFlags, onBusiness, print } from '../client/client-command.ts'
import { type CommandClient, keyOf, urlOf } from '../client/client-options.ts'
import { findTransaction } from '../client/find-transaction.ts'
import { UsageError } from '../exit.ts'
import { collect } from '../settings/option-values.ts'
import { webhookText } from '../text/webhook-text.ts'
import { sampleCall } from './sample-call.ts'

interface SendFlags extends DrivingFlags {
  readonly callback?: string
  readonly status?: 'COMPLETED' | 'FAILED'
  readonly result?: string
  readonly set?: readonly string[]
}

/** `payments-sandbox webhooks send`: a webhook of your own making, signed like any other. */
export function addSend(webhooks: Command): void {
  addClientCommand(
    webhooks,
    'send [transaction]',
    'Sign and send a webhook of your own making about a transaction, by its id or reference, or about a new one that stays as it is',
    'webhooks send --callback http://localhost:3000/webhooks --status FAILED --result wrong_pin --set amount=5',
  )
    .option('--callback <url>', "where it goes (default: the transaction's callbackURL, else the business's)")
    .addOption(new Option('--status <status>', 'the status it reports').choices(['COMPLETED', 'FAILED']))
    .option('--result <result>', 'why it failed, such as wrong_pin')
    .option(
      '--set <field=value>',
      'a field of its body, such as amount=5 or customer.accountName=Ama; can be given again',
      collect,
    )
    .action(async (name: string | undefined, flags: SendFlags) => {
      const { callback: url, status, result, set = [] } = flags
      const sent = await onBusiness(flags, async (client) => {
        const transaction = await (name === undefined ? made(client, flags) : findTransaction(client, name))
        const fields = set.reduce((before, text) => withField(before, transaction, text), {})
        const body = { transactionId: transaction.id, url, status, result, set: fields }
        return client.call('POST /_sandbox/webhooks', body)
      })
      print(sent, flags, webhookText)
    })
}

/** A new collection that nothing happens to. */
async function made(client: CommandClient, flags: DrivingFlags): Promise<TransactionView> {
  const { path, reference, body } = await sampleCall('collect', 'mobile-money', {})
  const headers = {
    authorization: keyOf(flags),
    'x-sandbox-scenario': 'never-final',
    'content-type': 'application/json',
  }
  // An address that nobody answers at is found here, in the words of every command.
  await client.call('GET /_sandbox/health/live')
  const answer = await fetch(new URL(path, urlOf(flags)), { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.ok) return findTransaction(client, reference)
  const message = `No transaction could be made for it: ${await answer.text()}`
  throw new ControlFailure({
    status: answer.status,
    code: 'invalid',
    message,
    hint: 'name one: webhooks send REFERENCE',
  })
}

type Fields = Readonly<Record<string, unknown>>

/** The fields with one more, which is of the kind that the record has there. */
function withField(fields: Fields, record: Fields, text: string): Fields {
  const [, path = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  const [name = '', ...rest] = path.split('.')
  if (name === '') throw new UsageError(`--set ${text}: write field=value, such as amount=5`)
  const now = fields[name] ?? record[name]
  if (rest.length === 0) return { ...fields, [name]: typeof now === 'string' ? value : jsonOrText(value) }
  const inside: Fields = typeof now === 'object' && now !== null ? { ...now } : {}
  return { ...fields, [name]: { ...inside, ...withField({}, inside, `${rest.join('.')}=${value}`) } }
}

/** JSON where it is some, else the text. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
