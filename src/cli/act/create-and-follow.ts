import { Readable } from 'node:stream'
import type { CreateKind } from '../../catalogue/flows.ts'
import type { ClockView } from '../../control/clock/clock-view.ts'
import type { TransactionView } from '../../control/transactions/transaction-in-full.ts'
import { NotRunning } from '../../control-client/failure.ts'
import type { Kind } from '../../domain/happening.ts'
import { madeUpName } from '../../domain/names.ts'
import { receiverPath } from '../../domain/web-url.ts'
import { reasonOf } from '../../judge/books/not-checked.ts'
import { sleep } from '../../time.ts'
import { type CommandClient, clientOf } from '../client/client-options.ts'
import { findTransaction } from '../client/find-transaction.ts'
import { type Happened, happenedIn, readEvents } from '../client/server-events.ts'
import { exitCodes, RefusedCall } from '../exit.ts'
import { openReceiver } from '../listen/receiver.ts'
import { stopOnSignals } from '../run/signals.ts'
import { answerOf, messagesIn } from '../text/call-line.ts'
import { followedOutput } from './followed-output.ts'
import { type CreateFlags, sampleCall } from './sample-call.ts'
import { laterText, waitingText } from './what-comes-next.ts'

/** How long the event of a refused call is waited for, in milliseconds: a call that no business took has none. */
const eventMs = 1000

/**
 * Makes a create call and shows what becomes of it, until its webhook was answered, or none comes soon; with `--no-wait` until
 * the next event needs an action or a clock move.
 */
export async function createAndFollow(kind: CreateKind, flow: string, flags: CreateFlags): Promise<void> {
  const client = clientOf(flags)
  const call = await sampleCall(kind, flow, flags, async (reference) => {
    const { seed } = await client.call('GET /_sandbox/info')
    return madeUpName({ seed, key: client.key, reference })
  })
  const { clock, callbackUrl } = await client.call('GET /_sandbox/status')
  const stream = await client.open('/_sandbox/events?requests=true')
  const output = followedOutput(flags, client.key)
  const isOwn = flags.callbackUrl === undefined && callbackUrl === null
  const follows = flags.wait !== false
  const listened = { answer: () => ({ status: 200 }), answered: output.webhook }
  const receiver = isOwn && follows ? await openReceiver(0, listened) : null
  const close = async () => receiver?.close()
  stopOnSignals(close, flags.json)
  // The sandbox's own receiver is still there when this command has ended.
  const lasting = isOwn && !follows ? new URL(receiverPath, client.url).href : undefined
  const callbackURL = flags.callbackUrl ?? receiver?.url ?? lasting
  const body = { ...call.body, ...(callbackURL && { callbackURL }) }
  const following = { client, clock, output, flags, reference: call.reference, seen: new AbortController() }
  const create = () => createCall(following, call.path, body)
  try {
    await Promise.race([webhookComes(following, stream, receiver !== null), nothingComes(following, create)])
  } finally {
    following.seen.abort()
    if (stream instanceof Readable) stream.destroy()
    await close()
  }
}

interface Following {
  readonly client: CommandClient
  readonly clock: ClockView
  readonly output: ReturnType<typeof followedOutput>
  readonly flags: CreateFlags
  readonly reference: string
  /** Aborted once the event of the create call is seen. */
  readonly seen: AbortController
}

/** Shows the events of the transaction, and ends with the one after which nothing comes soon. */
async function webhookComes(
  { client, clock, output, flags, reference, seen }: Following,
  stream: Parameters<typeof readEvents>[0],
  isReceived: boolean,
): Promise<void> {
  for await (const sent of readEvents(stream)) {
    const happened = happenedIn(sent)
    if (happened.reference !== reference) continue
    const isRefused = isRefusal(happened)
    if (isRefused && flags.json) throw refusalOf(happened)
    output.event(happened)
    if (isRefused) process.exitCode = exitCodes.usage
    if (happened.event === 'request') seen.abort()
    const later = laterText(happened, clock, client)
    if (isRefused || ends.includes(happened.kind) || later !== null) {
      await output.printed()
      return output.note(later && isReceived ? `${later}; --callback-url names who gets it then` : later)
    }
  }
  throw new NotRunning(client.url)
}

type Refusal = RefusedCall | null

/** Ends only for a call that is refused without an event, or with `--no-wait` once the next event needs an action or a clock move. */
async function nothingComes(
  { client, clock, output, flags, reference, seen }: Following,
  create: () => Promise<Refusal>,
): Promise<void> {
  const refusal = await create()
  // A scenario may spoil the answer, or lose the call itself: then there is no transaction.
  const isStored = refusal === null || refusal.status === null
  const transaction = isStored ? await findTransaction(client, reference).catch(() => null) : null
  if (transaction !== null) {
    output.note(accountText(transaction, client))
    const waiting = waitingText(transaction, clock, client)
    output.note(waiting)
    if (waiting === null || flags.wait !== false) return forever
  }
  await sleep(eventMs, seen.signal)
  if (transaction !== null) return
  // A refusal that has an event is judged by it: its transaction may be stored.
  return seen.signal.aborted || refusal === null ? forever : Promise.reject(refusal)
}

/** Returns the refusal, or null. Without an answer its status is null. */
async function createCall({ client, output, flags }: Following, path: string, body: object): Promise<Refusal> {
  const url = new URL(path, client.url)
  const headers = {
    authorization: client.key,
    'content-type': 'application/json',
    ...(flags.scenario === undefined ? {} : { 'x-sandbox-scenario': flags.scenario }),
  }
  output.call(url, headers, body)
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(noAnswer)
  if (answer instanceof RefusedCall) return answer
  if (answer.ok) {
    await answer.arrayBuffer().catch(() => {})
    return null
  }
  const said = await answer.json().catch(() => null)
  return refusalOf({ status: answer.status, fault: null, answer: said, hint: answer.headers.get('x-sandbox-hint') })
}

const forever = new Promise<never>(() => {})

const ends: readonly unknown[] = [
  'webhook_delivered',
  'webhook_exhausted',
  'webhook_unaddressed',
  'webhook_dropped',
] satisfies Kind[]

function isRefusal({ event, status, transactionId }: Happened): boolean {
  return event === 'request' && transactionId === null && (typeof status !== 'number' || status >= 400)
}

function noAnswer(cause: unknown): RefusedCall {
  return new RefusedCall(`the create call got no answer: ${reasonOf(cause)}`, null)
}

function refusalOf(call: Readonly<Record<string, unknown>>): RefusedCall {
  const status = typeof call.status === 'number' ? call.status : null
  const answered =
    status === null ? `got ${answerOf(call)}` : `was answered ${answerOf(call)}: ${messagesIn(call).join('; ')}`
  return new RefusedCall(`the create call ${answered}`, status, typeof call.hint === 'string' ? call.hint : undefined)
}

function accountText(transaction: TransactionView, client: CommandClient): string | null {
  const { virtual_account: account, reference_business: reference } = transaction
  if (account == null) return null
  return `the account is ${account.account_number}: ${client.next({ do: 'pay', transaction: reference })} pays into it at once`
}
