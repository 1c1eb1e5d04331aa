import { parseDuration } from '../../src/domain/duration.ts'
import type { TransactionView } from '../../src/testing/index.ts'
import { happeningText } from '../../src/words/happening.ts'
import { webhookOf } from './happened.ts'

type Step = TransactionView['steps'][number]
export type ExpectedStep = Step & { readonly when: NonNullable<Step['when']> }

/** When the merchant's part of a scenario came, in milliseconds from creation; null: it did not. */
export interface Anchors {
  readonly otp: number | null
  readonly wrong_otp: number | null
  readonly final: number | null
  /** The last status query, which is as many as the scenario waits for. */
  readonly query: number | null
}

/** A forecast as moments from creation, once it is known what the merchant did; the create call is left out. */
export function expectedLines(steps: readonly ExpectedStep[], anchors: Anchors): readonly string[] {
  const lines = steps.flatMap((step) => {
    const { kind, branch, when } = step
    if (kind === 'created' || kind === 'answered' || kind === 'refused' || kind === 'undecided') return []
    if (branch === 'no_otp' && (anchors.otp ?? anchors.wrong_otp) !== null) return []
    const at = momentOf(when, anchors)
    return at === null ? [] : `${at} ${textOf(step)}`
  })
  return lines.toSorted()
}

function momentOf(when: ExpectedStep['when'], anchors: Anchors): number | null {
  if (!('since' in when)) return null
  const since = when.since === 'creation' ? 0 : anchors[when.since as keyof Anchors]
  return since === null ? null : since + parseDuration(when.from)
}

function textOf({ branch: _, ...step }: Step): string {
  if (step.kind !== 'webhook_attempted' || step.plan === undefined) return happeningText(step)
  const { answer, signature, body } = step.plan
  if (answer !== 'real' && answer !== 'lost-ack') return `${webhookOf(step)}: ${happeningText(step).split(': ')[1]}`
  const signed = signature === 'valid' || signature === 'missing' ? signature : 'wrong'
  const lost = answer === 'lost-ack' ? ', its answer lost' : ''
  return `${webhookOf(step)}: sent, signature ${signed}, body ${body}${lost}`
}
