import { countriesOf } from '../../catalogue/currencies.ts'
import { sampleNumber } from '../../catalogue/sample-numbers.ts'
import { ControlError } from '../../contract/control-error.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { madeUpName } from '../../domain/names.ts'
import { Rejection } from '../../domain/rejection.ts'
import type { BeginRequest } from '../../engine/begin/begin.ts'
import { type Making, ownWebhook } from '../../engine/deliver/send-own.ts'
import type { ControlTools } from '../tools.ts'

type Tools = Pick<ControlTools, 'about' | 'begin' | 'readCreate' | 'store'>

/** Queues a webhook for a made-up collection that nothing happens to, both in one commit: one that is refused leaves nothing. */
export async function beginForWebhook(key: string, making: Making, tools: Tools): Promise<Delivery | null> {
  const { about, begin, readCreate, store } = tools
  const { settings } = store.business(key)
  const [currency = 'GHS'] = settings.currencies
  // No event comes twice.
  const reference = `webhook-${store.lastEventId()}`
  const body = {
    amount: 1000,
    currency,
    network: settings.networks?.[0] ?? 'MTN',
    accountName: await madeUpName({ seed: about().seed, key, reference }),
    accountNumber: sampleNumber(countriesOf(currency)[0] ?? 'GH'),
    reason: 'A webhook of your own making',
    reference,
  }
  const create = readCreate('/collections/mobilemoney', body, settings)
  if (create === null || !('intent' in create)) throw noneFor(create?.join('; '))
  const queued: Delivery[] = []
  const also: BeginRequest['also'] = (moment) => {
    const { result, changes } = ownWebhook(moment, making)
    queued.push(result)
    return changes
  }
  try {
    await begin(key, { ...create, scenarioHeader: 'never-final', also })
    return queued[0] ?? null
  } catch (cause) {
    throw cause instanceof Rejection ? noneFor(cause.message) : cause
  }
}

function noneFor(why = 'there is no such call'): ControlError {
  return new ControlError('invalid', `No transaction could be made for it: ${why}`, 'give the transactionId of one')
}
