import { z } from 'zod'
import { countriesOf } from '../../catalogue/currencies.ts'
import { sampleNumber } from '../../catalogue/sample-numbers.ts'
import { requestBody } from '../../contract/named.ts'
import type { Business } from '../../domain/business.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { madeUpName } from '../../domain/names.ts'
import type { Result } from '../../domain/plan.ts'
import { Rejection } from '../../domain/rejection.ts'
import { builtInResult } from '../../domain/result.ts'
import { finalStatuses, isFinal, type Transaction } from '../../domain/transaction.ts'
import { webUrl } from '../../domain/web-url.ts'
import type { BeginRequest } from '../../engine/begin/begin.ts'
import { type Making, ownWebhook, type WrittenWebhook } from '../../engine/deliver/send-by-hand.ts'
import { presentFinal } from '../../flows/final-record.ts'
import { invalid } from '../../words/errors.ts'
import type { ControlTools } from '../tools.ts'
import { resultNamed } from '../transactions/actions.ts'

export const ownWebhookRequest = requestBody('OwnWebhookRequest', {
  transactionId: z
    .string({ error: 'is not the id of a transaction' })
    .optional()
    .describe('The transaction that it is about; not given: a new collection that nothing happens to.'),
  url: z
    .string()
    .refine((url) => webUrl(url) !== null, { error: 'is not an http or https URL' })
    .optional()
    .describe("Where it goes; not given: the transaction's callbackURL, else the business's."),
  status: z
    .enum(finalStatuses, { error: 'is not COMPLETED or FAILED' })
    .optional()
    .describe("The status that it reports; not given: FAILED with `result`, else the transaction's, else COMPLETED."),
  result: z.string().optional().describe('Why it failed: a result such as `wrong_pin`.'),
  set: z
    .record(z.string(), z.unknown(), { error: 'is not an object such as {"amount": "5"}' })
    .optional()
    .describe('Fields of the record that it has instead.'),
  setText: z
    .record(z.string(), z.string(), { error: 'is not an object of texts such as {"amount": "5"}' })
    .optional()
    .describe('The same by path, such as `customer.accountName`; a text is read as the kind of value that is there.'),
})

type OwnWebhookRequest = z.output<typeof ownWebhookRequest>

/** Composes a webhook made by hand: a transaction's record with the caller's changes. Throws a refusal. */
export function makeOwnWebhook(
  { url: given, status, result, set, setText = {} }: OwnWebhookRequest,
  { scenarios }: Pick<ControlTools, 'scenarios'>,
  key: string,
) {
  return (transaction: Transaction, { settings }: Business, now: SandboxMs): WrittenWebhook => {
    const url = given ?? transaction.callbackUrl ?? settings.callbackUrl
    if (url === null) {
      throw invalid('url', 'neither the transaction nor the business has an address for webhooks')
    }
    const asked = status ?? (result === undefined ? transaction.status : 'FAILED')
    const transactionStatus = isFinal(asked) ? asked : 'COMPLETED'
    if (transactionStatus === 'COMPLETED' && result !== undefined) {
      throw invalid('result', 'only a FAILED one has a result', 'leave status out, or write FAILED')
    }
    const why =
      transactionStatus === 'COMPLETED'
        ? builtInResult('approved')
        : failure(transaction, result, scenarios(key).results)
    const final = { ...transaction, status: transactionStatus, result: why, updatedAt: now }
    const record = Object.entries(setText).reduce<Fields>(withField, { ...presentFinal(final, settings), ...set })
    return { url, transactionStatus, body: JSON.stringify(record) }
  }
}

/** Why it failed: the result asked for, the transaction's own, or one that every flow can have. */
function failure(transaction: Transaction, asked: string | undefined, results: ReadonlyMap<string, Result>): Result {
  if (asked !== undefined) return resultNamed(asked, results)
  return transaction.status === 'FAILED' && transaction.result !== null
    ? transaction.result
    : builtInResult('switch_error')
}

type Fields = Readonly<Record<string, unknown>>

/** Sets a field of the record from a text; a text field stays text. */
function withField(record: Fields, [path, text]: readonly [path: string, text: string]): Fields {
  const [name = '', ...rest] = path.split('.')
  const now = record[name]
  if (rest.length === 0) return { ...record, [name]: typeof now === 'string' ? text : jsonOrText(text) }
  const inside: Fields = typeof now === 'object' && now !== null ? { ...now } : {}
  return { ...record, [name]: withField(inside, [rest.join('.'), text]) }
}

/** The JSON value of a text, or else the text. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type BeginTools = Pick<ControlTools, 'about' | 'begin' | 'readCreate' | 'store'>

/** Queues a webhook for a made-up collection that nothing happens to, both in one commit: one that is refused leaves nothing. */
export async function beginForWebhook(key: string, making: Making, tools: BeginTools): Promise<Delivery | null> {
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

function noneFor(why = 'there is no such call'): Error {
  return invalid('', `No transaction could be made for it: ${why}`, 'give the transactionId of one')
}
