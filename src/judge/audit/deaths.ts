import type { Transaction } from '../../domain/transaction.ts'
import { sleep } from '../../time.ts'
import { webhookUrl } from './genuine-webhook.ts'
import { failed, type Judged, moneyOf, notChecked } from './judged.ts'
import { mainSubject } from './plan.ts'
import type { AuditStage } from './stage.ts'

/** Something that the shop gets, what ends its work on it as far as the sandbox can see, and when it is killed. */
interface Moment {
  readonly hasBegun: (stage: AuditStage, transaction: Transaction) => boolean
  readonly hasEnded: (stage: AuditStage, transaction: Transaction) => boolean
  /** In real milliseconds after it could begin. */
  readonly killsAfterMs: (stage: AuditStage) => readonly number[]
  /** The shop may never get the id, which it needs to ask for the status. */
  readonly losesReply?: true
}

/** How many points of a handler are tried. */
const points = 8

const never = () => false

export const handlesWebhook: Moment = {
  hasBegun: (stage, transaction) => attemptsOf(stage, transaction).length > 0,
  hasEnded: (stage, transaction) => attemptsOf(stage, transaction).some(({ outcome }) => outcome?.response),
  killsAfterMs: (stage) => Array.from({ length: points }, (_, point) => (point / points) * handlerMs(stage)),
}

export const hasAnswered: Moment = {
  hasBegun: handlesWebhook.hasEnded,
  hasEnded: never,
  killsAfterMs: () => [0, 10, 25, 50, 100, 200, 350, 500],
}

export const getsReply: Moment = {
  hasBegun: ({ parts: { scheduled, key } }, { id }) =>
    scheduled.store.timeline(key, id).some(({ kind }) => kind === 'answered'),
  hasEnded: never,
  killsAfterMs: () => [0, 2, 10, 50],
  losesReply: true,
}

/** Kills the shop at each of some moments, starts it again, and judges the order once the sandbox has tried again. */
export async function dieAtMoments(stage: AuditStage, moment: Moment): Promise<Judged> {
  let last = notChecked('the shop had always answered before it could be killed')
  for (const afterMs of moment.killsAfterMs(stage)) {
    const judged = await die(stage, moment, afterMs)
    if (judged?.verdict === 'FAILED') {
      return failed(`killed after ${Math.round(afterMs)} ms: ${judged.seen}`, moneyOf(judged))
    }
    // A moment that only a timer can mend leaves the row open.
    if (!last.isOpen) last = judged ?? last
  }
  return last
}

/** Kills the shop once. Returns null if it had ended its work before. */
async function die(
  stage: AuditStage,
  { hasBegun, hasEnded, losesReply }: Moment,
  afterMs: number,
): Promise<Judged | null> {
  const { scheduled, process, key, plan } = stage.parts
  if (process === null) return notChecked('the plan has no restart')
  const subject = mainSubject(plan)
  const played = { subject, scenarios: ['approve'] }
  const shop: { state: 'lives' | 'dies' | 'dead' | 'escaped' } = { state: 'lives' }
  const kill = async () => {
    if (afterMs > 0) await sleep(afterMs)
    const [transaction] = stage.made(subject)
    shop.state = transaction !== undefined && hasEnded(stage, transaction) ? 'escaped' : 'dead'
    if (shop.state === 'escaped') return
    stage.note(subject, 'audit killed the shop')
    await process.stop()
  }
  const isSilent = (transaction: Transaction) => webhookUrl(stage.parts, transaction) === null
  let killed = Promise.resolve()
  // An order that escaped still moves, and would kill the shop before this one is placed.
  await stage.settle()
  const stopListening = scheduled.store.onCommit(() => {
    const [transaction] = stage.made(subject)
    if (shop.state !== 'lives' || transaction === undefined || !hasBegun(stage, transaction)) return
    shop.state = 'dies'
    killed = kill()
  })
  try {
    await stage.place(played)
    // Not further: the sandbox would try again while the shop is down.
    await scheduled.runStepwise(key, () => shop.state !== 'lives')
  } finally {
    stopListening()
    await killed
    if (shop.state === 'dead') {
      await process.start()
      stage.note(subject, 'audit started the shop again')
    }
  }
  if (shop.state === 'lives') return notChecked(stage.whyNoWebhook)
  // One that escaped, too: a timer of the shop may do its work later, in the next play.
  const judged = await stage.judged(played)
  if (shop.state !== 'dead') return null
  // The specification has no query by reference.
  const isLost = losesReply && judged.rule === 'paid-not-credited' && stage.made(subject).every(isSilent)
  return isLost ? notChecked('the shop gives no callback, and its death may have lost the id to ask by') : judged
}

/** How long the shop took for the first webhook that it accepted. */
function handlerMs({ parts: { scheduled, key } }: AuditStage): number {
  const delivered = scheduled.store.deliveries(key, { status: 'delivered', limit: 10_000 })
  return delivered[0]?.attempts.at(-1)?.outcome?.durationMs ?? 0
}

function attemptsOf({ parts: { scheduled, key } }: AuditStage, { id }: Transaction) {
  return scheduled.store.deliveries(key, { transactionId: id, limit: 10 }).flatMap(({ attempts }) => attempts)
}
