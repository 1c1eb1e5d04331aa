import type { Audit, AuditRow } from '../../judge/audit/audit.ts'
import { wasPlayed } from '../../judge/audit/judged.ts'
import { booksLines } from '../../report/books-text.ts'
import { foldText } from '../terminal/fit-text.ts'
import { printableOf } from '../terminal/printable.ts'
import type { Screen } from '../terminal/screen.ts'
import { type ListColumn, listOf } from '../terminal/table.ts'

/** The width of what is not a terminal. */
const usualColumns = 100

interface Besides {
  /** It is first, and in place of all advice. */
  readonly refusal?: string | null
  readonly missing?: Audit['missing']
}

/**
 * The rows by verdict, the worst first, how many there are of each, then what to change and the books. `all` lists rows that are ok.
 * No line is wider than the screen.
 */
export function auditText(
  played: readonly AuditRow[],
  all: boolean,
  screen: Screen,
  { refusal = null, missing = null }: Besides = {},
): string {
  const rows = printableOf(played)
  const of = (verdict: AuditRow['verdict']) => rows.filter((row) => row.verdict === verdict)
  const bad = [...of('FAILED'), ...of('unsteady')]
  const right = of('ok')
  const others = rows.filter((row) => !bad.includes(row) && !right.includes(row))
  const [unplayed, unchecked] = [others.filter((row) => !wasPlayed(row)), others.filter(wasPlayed)]
  const byReason = [...unplayed, ...unchecked]
  const counts = [
    [of('FAILED').length, 'FAILED'],
    [of('unsteady').length, 'unsteady'],
    [right.length, all ? 'ok' : 'ok (--all lists them)'],
    [unplayed.length, 'not played'],
    [unchecked.length, 'not checked'],
    [missing?.count ?? 0, `need ${missing?.subject} in the plan`],
  ] as const
  const shown = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  const count = rows.length === 0 ? [] : [shown.join(', ')]
  const tables = [tableOfRows(bad, screen), withoutVerdictText(byReason, screen), all ? tableOfRows(right, screen) : '']
  const advice = refusal === null ? adviceOn(bad) : []
  const texts = [...count, ...advice, ...booksTexts(bad)].map((text) => fittedText(text, screen))
  const first = refusal === null ? [] : [fittedText(refusal, screen)]
  return [...first, ...tables.filter((table) => table !== ''), ...texts].join('\n')
}

/** Wraps lines to the screen. */
export function fittedText(text: string, { columns }: Screen, indent = ''): string {
  const lines = text.split('\n').flatMap((line) => foldText(line, columns ?? usualColumns, indent))
  return `${lines.join('\n')}\n`
}

const columns: readonly ListColumn<AuditRow>[] = [
  { title: 'check', folds: true, cell: ({ check }) => check },
  { title: 'asked for by', folds: true, cell: ({ askedForBy }) => askedForBy },
  { title: 'seen', folds: true, cell: ({ seen }) => seen || '-' },
  {
    title: 'verdict',
    cut: 'never',
    cell: ({ verdict }) => (verdict === 'FAILED' ? { text: verdict, style: 'red' } : verdict),
  },
]

function tableOfRows(rows: readonly AuditRow[], screen: Screen): string {
  return rows.length === 0 ? '' : listOf(rows, columns, { ...screen, columns: screen.columns ?? usualColumns })
}

/** The checks without a verdict, by the reason. */
function withoutVerdictText(rows: readonly AuditRow[], screen: Screen): string {
  const groups = new Map<string, string[]>()
  for (const { check, seen, verdict } of rows) {
    const shown = seen === '' ? check : `${check} (${seen})`
    groups.set(verdict, [...(groups.get(verdict) ?? []), shown])
  }
  return [...groups].map(([verdict, checks]) => fittedText(`${verdict}: ${checks.join('; ')}`, screen, '  ')).join('')
}

/** Each advice once, with the checks that it belongs to. */
function adviceOn(bad: readonly AuditRow[]): readonly string[] {
  const checksOf = (advice: string) => bad.filter((row) => row.advice === advice).map(({ check }) => check)
  return [...new Set(bad.map(({ advice }) => advice))].map((advice) => `${checksOf(advice).join('; ')}: ${advice}`)
}

/** Both books of the first check that failed with each advice: those of the others are much the same. */
function booksTexts(bad: readonly AuditRow[]): readonly string[] {
  const shown = new Set<string>()
  return bad.flatMap(({ check, advice, books }) => {
    if (books === undefined || shown.has(advice)) return []
    shown.add(advice)
    return [`${check}:`, ...booksLines(books).map((line) => `  ${line}`)].join('\n')
  })
}
