import type { Step, Transaction } from '../state/transaction.ts'
import type { Sign } from './sign.ts'
import { type Drawable, drawingOf } from './step-drawing.ts'

interface Life {
  readonly steps: readonly Step[]
  /** In which its sums are. */
  readonly currency?: string
  readonly waitsFor?: Transaction['waitsFor']
}

/** The life of a transaction, in the order of its steps. */
export function timelineSigns({ steps, currency, waitsFor = null }: Life): readonly Sign[] {
  const shown = [...steps.entries()].filter(([, { state }]) => state !== 'cancelled')
  const signs = shown.flatMap(([index, step], place): readonly Sign[] => {
    const drawing = isPlainAnswer(step, shown[place - 1]?.[1]) ? null : drawingOf({ ...step, currency, waitsFor })
    if (drawing === null) return []
    if (step.at !== undefined) return [{ ...drawing, at: Date.parse(step.at), isAhead: false, step: index }]
    return [{ ...drawing, ...ahead(step), detail: whenAhead(step, waitsFor) ?? drawing.detail, step: index }]
  })
  return withAlternatives(together(signs, steps))
}

/** True for the usual answer to a create call, which the sign of the creation covers. */
function isPlainAnswer(step: Drawable, before: Pick<Step, 'kind'> | undefined): boolean {
  if (step.kind !== 'answered' || before?.kind !== 'created') return false
  return step.status === 'INITIATED' && step.fault === undefined && !step.delayMs
}

/** A step to come has no good or bad tone: it may still be cancelled. */
function ahead({ when, branch }: Step): Pick<Sign, 'at' | 'tone' | 'isAhead' | 'isAlternative'> {
  const at = when !== undefined && 'at' in when && when.at !== null ? Date.parse(when.at) : null
  return { at, tone: 'neutral', isAhead: true, isAlternative: branch !== undefined }
}

/** Says when a step comes that has no known time. */
function whenAhead({ kind, branch, why }: Step, waitsFor: Life['waitsFor']): string | null {
  if (kind === 'undecided' && waitsFor != null) return null
  return branch === 'no_otp' ? 'if no OTP comes' : why
}

/** The ends without the right OTP branch off where its next step would be. */
function withAlternatives(signs: readonly Sign[]): readonly Sign[] {
  const first = signs.findIndex(({ isAhead, isAlternative }) => isAhead && !isAlternative)
  const next = signs[first]
  if (next === undefined) return signs.map((sign) => ({ ...sign, isAlternative: false }))
  const others = signs.filter(({ isAlternative }) => isAlternative).map((sign) => ({ ...sign, at: next.at }))
  const line = signs.filter(({ isAlternative }) => !isAlternative)
  const place = line.indexOf(next) + 1
  return [...line.slice(0, place), ...others, ...line.slice(place)]
}

/** Draws equal status queries in a row as one sign with their number. */
function together(signs: readonly Sign[], steps: readonly Step[]): readonly Sign[] {
  const queryOf = ({ step }: Sign) => {
    const query = step === undefined ? undefined : steps[step]
    return query?.kind === 'status_queried' ? query : null
  }
  const kept: { sign: Sign; times: number }[] = []
  for (const sign of signs) {
    const last = kept.at(-1)
    const [before, query] = [last && queryOf(last.sign), queryOf(sign)]
    const isSame = before && query && before.status === query.status && before.fault === query.fault
    if (last !== undefined && isSame) last.times++
    else kept.push({ sign, times: 1 })
  }
  return kept.map(({ sign, times }) => (times === 1 ? sign : { ...sign, title: `${sign.title} ×${times}` }))
}
