import type { Unasked } from '../rules/books.ts'
import { type MoneyRule, sectionOf } from '../rules/table.ts'
import type { Verdict } from '../rules/verdict.ts'
import { evidenceText, whyText } from '../rules/words.ts'
import type { TwoBooks } from './two-books.ts'

/** A mistake about money, in the form of the report's findings. */
export interface MoneyFinding {
  readonly level: 'error'
  readonly rule: MoneyRule
  readonly business: string
  readonly transactionId: string | null
  /** The merchant's reference; absent for a balance. */
  readonly reference?: string
  readonly evidence: string
  readonly section: string
  /** Only of the first findings. */
  readonly books?: TwoBooks
}

export interface MoneyChecked {
  readonly verdicts: readonly Verdict[]
  readonly findings: readonly MoneyFinding[]
  /** Why there is no verdict about some of it. */
  readonly notChecked: readonly string[]
  /** Why the probe could not be asked, and so nothing was checked; null if something was. */
  readonly unasked: Unasked | null
}

/** Most reasons that are shown, and most findings with both books. */
const most = 20

export function reported(verdicts: readonly Verdict[], booksOf: (verdict: Verdict) => TwoBooks): MoneyChecked {
  const whys = verdicts.flatMap((one) => (one.verdict === 'not-checked' ? [whyText(one.why, one)] : []))
  const wrong = verdicts.flatMap((one) => (one.verdict === 'wrong' ? [one] : []))
  const reasons = [...new Set(whys)]
  const others = reasons.length - most
  return {
    verdicts,
    findings: wrong.map((one, index) => ({ ...findingOf(one), ...(index < most && { books: booksOf(one) }) })),
    notChecked: others > 0 ? [...reasons.slice(0, most), `and ${others} more`] : reasons,
    unasked: verdicts.some(isChecked) ? null : (verdicts.flatMap(unaskedOf)[0] ?? null),
  }
}

function findingOf(verdict: Verdict & { readonly rule: MoneyRule }): MoneyFinding {
  const { business, transactionId, reference, rule } = verdict
  const named = reference === null ? {} : { reference }
  const section = sectionOf(rule)
  return { level: 'error', rule, business, transactionId, ...named, evidence: evidenceText(verdict), section }
}

function unaskedOf(verdict: Verdict): readonly Unasked[] {
  return verdict.verdict === 'not-checked' && verdict.why.because === 'unasked' ? [verdict.why] : []
}

function isChecked(verdict: Verdict): boolean {
  return verdict.verdict !== 'not-checked' || verdict.why.because === 'unnamed'
}
