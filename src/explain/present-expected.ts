import { dueText } from '../domain/clock.ts'
import { formatDuration } from '../domain/duration.ts'
import type { When } from '../domain/when.ts'
import { happeningText } from '../words/happening.ts'
import { formatWhen } from '../words/when.ts'
import type { Expected } from './expected.ts'

/** Expected events as the control API shows them. */
export function presentExpected({ when, ...expected }: Expected) {
  return { ...expected, when: presentWhen(when), text: happeningText(expected) }
}

export function presentWhen(when: When) {
  if ('never' in when) return when
  if ('at' in when) return { at: dueText(when.at) }
  const { fromMs, toMs, ...since } = when
  return { ...since, from: formatDuration(fromMs), to: formatDuration(toMs) }
}

/** True for what another step lets a reader conclude. */
function isImplied(expected: Expected): boolean {
  if (expected.kind === 'expired') return !expected.ifOpen
  return expected.kind === 'created' || expected.kind === 'prompt_answered'
}

/** Expected events as sentences. */
export function inWords(steps: readonly Expected[]) {
  return steps
    .filter((expected) => !isImplied(expected))
    .map((expected) => ({ after: formatWhen(expected.when), event: happeningText(expected) }))
}
