import type { AnswerOf } from '../../control/routes.ts'
import { NotRunning } from '../../control-client.ts'
import { type ClientFlags, clientOf, keyOf, urlOf } from '../client/client-options.ts'
import { happenedIn, untilItBreaks } from '../client/server-events.ts'
import { exitCodes } from '../exit.ts'
import { openReceiver } from '../run/receiver.ts'
import { stopOnSignals } from '../run/signals.ts'
import type { Happened } from '../text/tail-line.ts'
import { type FollowedOutput, followedOutput } from './followed-output.ts'
import { type CreateFlags, type SampleCall, sampleCall, type sampleFlows } from './sample-call.ts'

type Status = AnswerOf<'GET /_sandbox/status'>

/** Makes a create call and shows what becomes of it, until its webhook was answered, or none will come. */
export async function createAndFollow(kind: keyof typeof sampleFlows, flow: string, flags: CreateFlags): Promise<void> {
  const client = clientOf(flags)
  const call = await sampleCall(kind, flow, flags)
  const status = await client.call('GET /_sandbox/status')
  const events = untilItBreaks(await client.open('/_sandbox/events?requests=true'))
  const output = followedOutput(flags)
  const isOwn = flags.callbackUrl === undefined && status.callbackUrl === null
  const receiver = isOwn ? await openReceiver(0, { answer: () => ({ status: 200 }), answered: output.webhook }) : null
  const close = async () => receiver?.close()
  stopOnSignals(close)
  try {
    const callbackURL = flags.callbackUrl ?? receiver?.url
    create(call, { ...call.body, ...(callbackURL && { callbackURL }) }, { flags, status, output })
    for await (const sent of events) {
      const happened = happenedIn(sent)
      if (happened.reference !== call.reference) continue
      output.event(happened)
      if (isRefused(happened)) process.exitCode = exitCodes.usage
      if (isRefused(happened) || ends.includes(happened.event)) return await output.printed()
    }
    throw new NotRunning(urlOf(flags))
  } finally {
    await close()
  }
}

/** After these nothing of a webhook is to come. */
const ends: readonly string[] = ['webhook_delivered', 'webhook_exhausted', 'webhook_skipped']

/** True for a create call that left no transaction. */
function isRefused({ event, status, transactionId }: Happened): boolean {
  return event === 'request' && transactionId === null && (typeof status !== 'number' || status >= 400)
}

interface Creating {
  readonly flags: ClientFlags & { readonly scenario?: string }
  readonly status: Status
  readonly output: FollowedOutput
}

function create({ path, reference }: SampleCall, body: object, { flags, status, output }: Creating): void {
  const url = new URL(path, urlOf(flags))
  const headers = {
    authorization: keyOf(flags),
    'content-type': 'application/json',
    ...(flags.scenario === undefined ? {} : { 'x-sandbox-scenario': flags.scenario }),
  }
  output.call(url, headers, body)
  if (status.clock.mode === 'frozen') output.note('the clock is frozen: payments-sandbox advance 5s moves it')
  if (status.mode === 'manual') output.note(`the mode is manual: payments-sandbox approve ${reference} settles it`)
  fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    .then(async (answer) => output.note(accountHint(await answer.json(), reference)))
    // A scenario may spoil the answer: what became of the call is seen all the same.
    .catch(() => {})
}

/** Where a virtual account can be paid into; null where there is none. */
function accountHint(answer: unknown, reference: string): string | null {
  if (typeof answer !== 'object' || answer === null || !('virtual_account' in answer)) return null
  const { virtual_account: account } = answer
  if (typeof account !== 'object' || account === null || !('account_number' in account)) return null
  return `the account is ${account.account_number}: payments-sandbox pay ${reference} pays into it at once`
}
