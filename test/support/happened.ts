import type { Delivery, Received, Receiver, TransactionView } from '../../src/testing/index.ts'
import { bodyWords } from './forecast-lines.ts'
import { start } from './shop.ts'

type Entry = TransactionView['timeline'][number]
type Attempt = Delivery['attempts'][number]

/** Milliseconds from creation, which is when the test's clock stands. */
export const msOf = (at: unknown): number => Date.parse(String(at)) - Date.parse(start)

/** All that a merchant and its customer saw of a transaction, in the words of an explanation. */
export function happened(
  { timeline, deliveries, amount }: TransactionView,
  receiver: Receiver,
  asked: number,
): readonly string[] {
  const amounts = [Number(amount), asked]
  const names = namesOf(timeline)
  const events = timeline.flatMap((entry) => {
    const word = wordsOf(entry, names)
    return word === null ? [] : [`${msOf(entry.at)} ${word}`]
  })
  const attempts = deliveries.flatMap(({ id, attempts }) =>
    attempts.map((attempt) => {
      const webhook = receiver.webhooks.find(
        ({ headers, attempt: number }) => headers['x-sandbox-delivery'] === id && number === attempt.number,
      )
      const words = webhook === undefined ? unsent(attempt) : sent(webhook, attempt, { receiver, amounts })
      return `${msOf(attempt.at)} ${names.get(id)} attempt ${attempt.number}: ${words}`
    }),
  )
  return [...events, ...attempts].toSorted()
}

/** What an explanation calls each webhook: by its final status if there are two, by its number if there are copies. */
function namesOf(timeline: readonly Entry[]): ReadonlyMap<unknown, string> {
  const statuses = new Map<unknown, unknown>()
  let status: unknown
  for (const entry of timeline) {
    if (entry.event === 'settled') status = entry.status
    if (entry.deliveryId !== undefined && !statuses.has(entry.deliveryId)) statuses.set(entry.deliveryId, status)
  }
  const all = [...statuses]
  return new Map(
    all.map(([id, status]) => {
      const same = all.filter(([, other]) => other === status)
      const copy = same.length > 1 ? ` copy ${same.findIndex(([other]) => other === id) + 1}` : ''
      return [id, `webhook${same.length < all.length ? ` of ${status}` : ''}${copy}`]
    }),
  )
}

function wordsOf(entry: Entry, names: ReadonlyMap<unknown, string>): string | null {
  const { event, deliveryId } = entry
  if (event === 'prompt_sent') return 'the customer is asked for the PIN'
  if (event === 'otp_sent') return 'the customer gets an OTP by SMS'
  if (event === 'settled') return entry.status === 'COMPLETED' ? 'COMPLETED' : `FAILED as ${entry.result}`
  if (event === 'webhook_exhausted') return `${names.get(deliveryId)}: given up after ${entry.attempts} attempts`
  if (event === 'webhook_skipped')
    return deliveryId === undefined ? 'no webhook' : `${names.get(deliveryId)}: dropped, never sent`
  if (event === 'transfer_received') {
    const note = entry.note === undefined ? '' : `, which changes nothing: ${entry.note}`
    const held = entry.received === undefined ? '' : ', which is held until the rest comes'
    return `${entry.senderName} pays ${entry.amount}${note}${held}`
  }
  const until = String(entry.until)
  // Copies are held together, which is shown once.
  const name = names.get(deliveryId)?.replace(/ copy 1$/, '')
  if (event !== 'webhook_held' || name === undefined || / copy \d+$/.test(name)) return null
  return `${name}: held ${until.endsWith('queries') ? `for ${until}` : 'until'}`
}

function unsent({ sent, response, error }: Attempt): string {
  if (sent) return 'sent, but it never arrived'
  const why = response === null ? error?.replace(/ after .*| before .*/, '') : `answered ${response.status}`
  return `not sent, as if ${why}`
}

interface Seen {
  readonly receiver: Receiver
  /** What its transaction's webhooks can rightly say was paid: what was asked for, and what was received. */
  readonly amounts: readonly number[]
}

function sent(webhook: Received, { error }: Attempt, { receiver, amounts }: Seen): string {
  const isSigned = webhook.headers['x-webhook-signature'] !== undefined
  const signature = receiver.verify(webhook) ? '' : isSigned ? ', signed wrongly' : ', signature missing'
  const lost = error?.includes('was lost') ? ', its answer lost' : ''
  return `sent${signature}${bodyOf(webhook, amounts)}${lost}`
}

/** What a merchant can know of a body: as `bodyFaults` says of each fault. */
function bodyOf({ body }: Received, amounts: readonly number[]): string {
  if (Object.keys(body).length === 0) return bodyWords({ readable: false, sound: false })
  return bodyWords({ readable: true, sound: amounts.includes(Number(body.amount)) })
}
