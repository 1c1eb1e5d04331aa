import { Readable } from 'node:stream'
import type { AnswerOf } from '../../control/routes.ts'
import type { TransactionView } from '../../control/transactions/transaction-views.ts'
import { NotRunning } from '../../control-client/failure.ts'
import { madeUpName } from '../../domain/names.ts'
import { receiverPath } from '../../domain/receiver-path.ts'
import { sleep } from '../../time.ts'
import { type ClientFlags, type CommandClient, clientOf, keyOf, urlOf } from '../client/client-options.ts'
import { findTransaction } from '../client/find-transaction.ts'
import { happenedIn, untilItBreaks } from '../client/server-events.ts'
import { exitCodes, RefusedCall } from '../exit.ts'
import { openReceiver } from '../run/receiver.ts'
import { stopOnSignals } from '../run/signals.ts'
import { answerOf, type Happened, messagesIn } from '../text/happened.ts'
import { type FollowedOutput, followedOutput } from './followed-output.ts'
import { type CreateFlags, type SampleCall, sampleCall, type sampleFlows } from './sample-call.ts'
import { laterText, waitingText } from './what-comes-next.ts'

type Status = AnswerOf<'GET /_sandbox/status'>

/** How long the event of a refused call is waited for, in milliseconds: a call that no business took has none. */
const eventMs = 1000

/**
 * Makes a create call and shows what becomes of it, until its webhook was answered, or none comes soon; with `--no-wait` until
 * nothing more comes by itself.
 */
export async function createAndFollow(kind: keyof typeof sampleFlows, flow: string, flags: CreateFlags): Promise<void> {
  const client = clientOf(flags)
  const call = await sampleCall(kind, flow, flags, async (reference) => {
    const { seed } = await client.call('GET /_sandbox/info')
    return madeUpName({ seed, key: keyOf(flags), reference })
  })
  const status = await client.call('GET /_sandbox/status')
  const stream = await client.open('/_sandbox/events?requests=true')
  const output = followedOutput(flags)
  const isOwn = flags.callbackUrl === undefined && status.callbackUrl === null
  const follows = flags.wait !== false
  const listened = { answer: () => ({ status: 200 }), answered: output.webhook }
  const receiver = isOwn && follows ? await openReceiver(0, listened) : null
  const close = async () => receiver?.close()
  stopOnSignals(close, flags.json)
  try {
    // The sandbox's own receiver is still there when this command has ended.
    const lasting = isOwn && !follows ? new URL(receiverPath, urlOf(flags)).href : undefined
    const callbackURL = flags.callbackUrl ?? receiver?.url ?? lasting
    const body = { ...call.body, ...(callbackURL && { callbackURL }) }
    let isSeen = false
    let end: Outcome = null
    const endWith = async (outcome: Outcome) => {
      if (outcome === null || (outcome === 'waits' && follows)) return
      for (let waitedMs = 0; !isSeen && waitedMs < eventMs; waitedMs += 10) await sleep(10)
      // A refusal that has an event is judged by it: its transaction may be stored.
      if (isSeen && outcome !== 'waits') return
      end = outcome
      if (stream instanceof Readable) stream.destroy()
    }
    // A scenario may lose the call itself, too.
    create(call, body, { flags, client, clock: status.clock, output }).then(endWith, () => {})
    for await (const sent of untilItBreaks(stream)) {
      const happened = happenedIn(sent)
      if (happened.reference !== call.reference) continue
      isSeen ||= happened.event === 'request'
      if (flags.json && isRefused(happened)) throw refusalIn(happened)
      output.event(happened)
      if (isRefused(happened)) process.exitCode = exitCodes.usage
      const later = laterText(happened, status.clock, client)
      if (isRefused(happened) || ends.includes(happened.event) || later !== null) {
        await output.printed()
        return output.note(later && isOwn ? `${later}; --callback-url names who gets it then` : later)
      }
    }
    throwUnlessWaits(end, urlOf(flags))
  } finally {
    await close()
  }
}

/** After these nothing of a webhook is to come. */
const ends: readonly string[] = ['webhook_delivered', 'webhook_exhausted', 'webhook_skipped']

function isRefused({ event, status, transactionId }: Happened): boolean {
  return event === 'request' && transactionId === null && (typeof status !== 'number' || status >= 400)
}

/** What became of a create call: nothing more comes by itself soon, it was refused, or null for all else. */
type Outcome = 'waits' | RefusedCall | null

/** The events ended because this command wanted it, or because the sandbox did. */
function throwUnlessWaits(end: Outcome, url: string): void {
  if (end !== 'waits') throw end ?? new NotRunning(url)
}

function refusalIn(happened: Happened): RefusedCall {
  const { hint, status } = happened
  const answered = `the create call was answered ${answerOf(happened)}: ${messagesIn(happened).join('; ')}`
  const message = typeof status === 'number' ? answered : `the create call got ${answerOf(happened)}`
  return new RefusedCall(
    message,
    typeof status === 'number' ? status : null,
    typeof hint === 'string' ? hint : undefined,
  )
}

interface Creating {
  readonly flags: ClientFlags & { readonly scenario?: string }
  readonly client: CommandClient
  readonly clock: Status['clock']
  readonly output: FollowedOutput
}

/** Makes the call, and says on stderr what the transaction waits for. */
async function create(
  { path, reference }: SampleCall,
  body: object,
  { flags, client, clock, output }: Creating,
): Promise<Outcome> {
  const url = new URL(path, urlOf(flags))
  const headers = {
    authorization: keyOf(flags),
    'content-type': 'application/json',
    ...(flags.scenario === undefined ? {} : { 'x-sandbox-scenario': flags.scenario }),
  }
  output.call(url, headers, body)
  // A scenario may spoil the answer: what became of the call is seen all the same.
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
  if (answer !== null && !answer.ok) {
    const said = messagesIn({ status: answer.status, answer: await answer.json().catch(() => null) })
    const message = `the create call was answered ${answer.status}: ${said.join('; ')}`
    return new RefusedCall(message, answer.status, answer.headers.get('x-sandbox-hint') ?? undefined)
  }
  await answer?.arrayBuffer().catch(() => {})
  const transaction = await findTransaction(client, reference)
  output.note(accountText(transaction, client))
  const waiting = waitingText(transaction, clock, client)
  output.note(waiting)
  return waiting === null ? null : 'waits'
}

function accountText(transaction: TransactionView, client: CommandClient): string | null {
  const { virtual_account: account, reference_business: reference } = transaction
  if (account == null) return null
  return `the account is ${account.account_number}: ${client.next('pay', reference)} pays into it at once`
}
