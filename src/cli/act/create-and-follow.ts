import type { AnswerOf } from '../../control/routes.ts'
import type { TransactionView } from '../../control/transactions/transaction-views.ts'
import { NotRunning } from '../../control-client/failure.ts'
import { madeUpName } from '../../domain/names.ts'
import { type ClientFlags, type CommandClient, clientOf, keyOf, urlOf } from '../client/client-options.ts'
import { findTransaction } from '../client/find-transaction.ts'
import { happenedIn, untilItBreaks } from '../client/server-events.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { openReceiver } from '../run/receiver.ts'
import { stopOnSignals } from '../run/signals.ts'
import { answerOf, type Happened, messagesIn } from '../text/happened.ts'
import { type FollowedOutput, followedOutput } from './followed-output.ts'
import { type CreateFlags, type SampleCall, sampleCall, type sampleFlows } from './sample-call.ts'
import { laterText, waitingText } from './what-comes-next.ts'

type Status = AnswerOf<'GET /_sandbox/status'>

/** Makes a create call and shows what becomes of it, until its webhook was answered, or none comes soon. */
export async function createAndFollow(kind: keyof typeof sampleFlows, flow: string, flags: CreateFlags): Promise<void> {
  const client = clientOf(flags)
  const call = await sampleCall(kind, flow, flags, async (reference) => {
    const { seed } = await client.call('GET /_sandbox/info')
    return madeUpName({ seed, key: keyOf(flags), reference })
  })
  const status = await client.call('GET /_sandbox/status')
  const events = untilItBreaks(await client.open('/_sandbox/events?requests=true'))
  const output = followedOutput(flags)
  const isOwn = flags.callbackUrl === undefined && status.callbackUrl === null
  const receiver = isOwn ? await openReceiver(0, { answer: () => ({ status: 200 }), answered: output.webhook }) : null
  const close = async () => receiver?.close()
  stopOnSignals(close, flags.json)
  try {
    const callbackURL = flags.callbackUrl ?? receiver?.url
    create(call, { ...call.body, ...(callbackURL && { callbackURL }) }, { flags, client, clock: status.clock, output })
    for await (const sent of events) {
      const happened = happenedIn(sent)
      if (happened.reference !== call.reference) continue
      if (flags.json && isRefused(happened)) throw refusalIn(happened)
      output.event(happened)
      if (isRefused(happened)) process.exitCode = exitCodes.usage
      const later = laterText(happened, status.clock, client)
      if (isRefused(happened) || ends.includes(happened.event) || later !== null) {
        await output.printed()
        return output.note(later && isOwn ? `${later}; --callback-url names who gets it then` : later)
      }
    }
    throw new NotRunning(urlOf(flags))
  } finally {
    await close()
  }
}

/** After these nothing of a webhook is to come. */
const ends: readonly string[] = ['webhook_delivered', 'webhook_exhausted', 'webhook_skipped']

function isRefused({ event, status, transactionId }: Happened): boolean {
  return event === 'request' && transactionId === null && (typeof status !== 'number' || status >= 400)
}

function refusalIn(happened: Happened): UsageError {
  const { hint } = happened
  const message = `the create call was answered ${answerOf(happened)}: ${messagesIn(happened).join('; ')}`
  return new UsageError(message, typeof hint === 'string' ? hint : undefined)
}

interface Creating {
  readonly flags: ClientFlags & { readonly scenario?: string }
  readonly client: CommandClient
  readonly clock: Status['clock']
  readonly output: FollowedOutput
}

function create({ path, reference }: SampleCall, body: object, { flags, client, clock, output }: Creating): void {
  const url = new URL(path, urlOf(flags))
  const headers = {
    authorization: keyOf(flags),
    'content-type': 'application/json',
    ...(flags.scenario === undefined ? {} : { 'x-sandbox-scenario': flags.scenario }),
  }
  output.call(url, headers, body)
  fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    .then(async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    })
    // A scenario may spoil the answer: what became of the call is seen all the same.
    .catch(() => true)
    .then(async (isMade) => {
      if (!isMade) return
      const transaction = await findTransaction(client, reference)
      output.note(accountText(transaction, client))
      output.note(waitingText(transaction, clock, client))
    })
    // A scenario may lose the call itself, too.
    .catch(() => {})
}

function accountText(transaction: TransactionView, client: CommandClient): string | null {
  const { virtual_account: account, reference_business: reference } = transaction
  if (account == null) return null
  return `the account is ${account.account_number}: ${client.next('pay', reference)} pays into it at once`
}
