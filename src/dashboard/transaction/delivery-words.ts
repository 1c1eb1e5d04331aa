import { skippedText } from '../../words/happening.ts'
import { sentAgain } from '../../words/sent-again.ts'
import { counted } from '../parts/format.ts'
import type { IconName } from '../parts/icon-paths.ts'
import { noAnswerWords, type Tone } from '../parts/words.ts'
import type { Attempt, Delivery, Step } from '../state/transaction.ts'

type Shown = Pick<Delivery, 'id' | 'status' | 'attempts' | 'attemptsLeft'>

interface Words {
  readonly title: string
  readonly tone: Tone
  readonly icon: IconName
}

/**
 * A webhook in words. A replay is not an attempt of its schedule, and may deliver what was given up before: the steps say so.
 * Without steps the words count what is left.
 */
export function deliveryWords(delivery: Shown, steps?: readonly Step[]): Words {
  const { id, status, attempts, attemptsLeft = 1 } = delivery
  const own = steps?.filter(({ deliveryId, state }) => deliveryId === id && state === 'happened') ?? []
  const last = attempts.at(-1)
  if (last !== undefined && isUnderWay(last)) return { title: 'Under way', tone: 'neutral', icon: 'send' }
  const replays = own.filter(({ kind }) => kind === 'webhook_replayed').length
  const tries = attempts.length - replays
  if (status === 'delivered' && own.some(({ kind }) => kind === 'webhook_exhausted')) {
    const title = `Given up after ${counted(tries, 'attempt')}, delivered by a replay`
    return { title, tone: 'good', icon: 'check' }
  }
  if (status === 'delivered')
    return { title: `Delivered, ${counted(attempts.length, 'attempt')}`, tone: 'good', icon: 'check' }
  if (status === 'exhausted') {
    const since = replays > 0 ? `, ${counted(replays, 'replay')} failed` : ''
    return { title: `Given up after ${counted(tries, 'attempt')}${since}`, tone: 'bad', icon: 'close' }
  }
  if (status === 'dropped') return { title: 'Never sent: the scenario drops it', tone: 'bad', icon: 'close' }
  if (status === 'held') return { title: 'Held back by the scenario', tone: 'neutral', icon: 'frozen' }
  if (last === undefined) return { title: 'Not tried yet', tone: 'neutral', icon: 'time' }
  const next = steps === undefined ? `up to ${attemptsLeft} more` : `attempt ${attempts.length + 1} is next`
  return { title: `${inShort(last)}, ${next}`, tone: 'bad', icon: 'time' }
}

/** True while nothing has answered an attempt, and its time-out has not passed. */
function isUnderWay({ durationMs }: Pick<Attempt, 'durationMs'>): boolean {
  return durationMs === null
}

/** True for a webhook that is being sent, or was never tried: a replay has to wait. */
export function isBusy({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): boolean {
  const last = attempts.at(-1)
  return last === undefined ? status === 'pending' : isUnderWay(last)
}

/** True for a webhook that was tried, and whose last attempt was not answered 2xx. */
export function isFailing({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): boolean {
  const last = attempts.at(-1)
  return (status === 'pending' || status === 'exhausted') && last !== undefined && !isUnderWay(last)
}

/** Says why a transaction has no webhook. */
export function noWebhookWords(steps: readonly Pick<Step, 'kind'>[]): string {
  const isUnaddressed = steps.some(({ kind }) => kind === 'webhook_unaddressed')
  if (isUnaddressed) return `No webhook: ${skippedText('webhook_unaddressed')}.`
  return 'No webhook yet: it is sent when the transaction reaches its final state.'
}

/** How an attempt ended, in a few words. */
export function inShort(attempt: Attempt): string {
  const { response, reason } = attempt
  if (response !== null) return answerWords(attempt)
  return reason === undefined ? 'no answer' : noAnswerWords[reason]
}

interface Answered extends Pick<Attempt, 'response'> {
  readonly hint?: string | undefined
  readonly signatureHelp?: Attempt['signatureHelp'] | undefined
}

export function attemptWords(attempt: Answered & Pick<Attempt, 'error' | 'durationMs'>): Words {
  const { response, error, signatureHelp } = attempt
  if (isUnderWay(attempt)) return { title: 'under way', tone: 'neutral', icon: 'send' }
  if (response === null) return { title: error ?? 'no answer', tone: 'bad', icon: 'close' }
  const isTaken = response.status >= 200 && response.status < 300
  // The server refused what it has to refuse.
  const isRight = isTaken || signatureHelp?.fault != null
  return { title: answerWords(attempt), tone: isRight ? 'good' : 'bad', icon: isRight ? 'check' : 'close' }
}

/** What was answered, and to which signature if the scenario spoiled it. */
function answerWords({ response, hint, signatureHelp }: Answered): string {
  const fault = signatureHelp?.fault
  return `answered ${response?.status}${fault == null ? '' : ` to ${signatureWords[fault]}`}${hint === undefined ? '' : `, ${hint}`}`
}

const signatureWords = {
  missing: 'a missing signature',
  corrupt: 'a corrupt signature',
  'wrong-key': 'a signature with another key',
} as const

/** What became of replays: `Not delivered: connection refused`, `2 sent again: 1 answered 2xx, 1 not delivered: answered 500`. */
export function replayWords(replayed: readonly Pick<Delivery, 'attempts'>[]): string {
  const last = replayed.map(({ attempts }) => sentAgain(attempts))
  const isTaken = (attempt: Attempt | undefined) => Math.floor((attempt?.response?.status ?? 0) / 100) === 2
  const taken = last.filter(isTaken).length
  if (last.length === 0) return 'No webhook here has failed'
  const refused = last.filter((attempt) => !isTaken(attempt))
  if (refused.length === 0) return `${taken} sent again and answered 2xx`
  const reasons = refused.map((attempt) => {
    if (attempt === undefined || isUnderWay(attempt)) return 'no answer yet'
    return attempt.response ? `answered ${attempt.response.status}` : (attempt.error ?? 'no answer')
  })
  const why = [...new Set(reasons)].join('; ')
  if (last.length === 1) return `Not delivered: ${why}`
  return `${last.length} sent again: ${taken} answered 2xx, ${last.length - taken} not delivered: ${why}`
}
