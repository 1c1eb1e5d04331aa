import { basename } from 'node:path'
import type { Compared, Sides } from '../../recordings/compare/compare.ts'
import { rows } from '../../recordings/compare/rows.ts'
import type { Settling } from '../../recordings/compare/settle.ts'
import type { Difference, Verdict } from '../../recordings/compare/verdicts.ts'
import type { Entry } from '../../recordings/read/recording.ts'
import type { Suite } from '../../report/junit.ts'
import { counted } from '../../text.ts'
import { printableLines } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { type Column, tableOf } from '../terminal/table.ts'

/** True if differences are left; settings that were found make them vanish only once they are written. */
export function isLeft({ settled, ...first }: Compared, isWritten: boolean): boolean {
  const { rows, uncovered } = isWritten ? settled : first
  return uncovered.length > 0 || rows.some(({ verdict, followsFrom }) => verdict === 'differs' && followsFrom === null)
}

/** Formats the comparison for a terminal. */
export function comparedText(compared: Compared, written: string | null): string {
  const name = namesOf(compared)
  const title = compared.settlings.length === 0 ? '' : 'Without the settings that are found below:\n'
  const parts = [
    title + tableOfRows(compared, name),
    section(
      'Differences that no decision covers:',
      compared.uncovered.map((one) => differenceText(one, name)),
    ),
    section(
      'Calls that the sandbox does not know:',
      compared.unknownCalls.map(
        (one) => `${one.method} ${one.path} (${name(one.entries)}): ${one.request} -> ${one.answer}`,
      ),
    ),
    section(
      'Results that were new:',
      compared.newResults.map(({ name, written: { code, source, text } }) => `${name}: ${code} | ${source} | ${text}`),
    ),
    section(
      'Not settled, because the recording contradicts itself or the config, or shows it only once:',
      contradictions(compared),
    ),
    settlingText(compared, written),
    section('Not read:', notRead(compared)),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : printableLines(`${title}\n${lines.map((line) => `  ${line}\n`).join('')}`)
}

const columns: readonly Column[] = [
  { title: 'decision', cut: 'never' },
  { title: 'what', cut: 'last' },
  { title: 'verdict', cut: 'never' },
  { title: 'seen', cut: 'never' },
  { title: 'recording and sandbox' },
]
/** Differences of a row that are shown; --json has all. */
const mostShown = 4

function tableOfRows({ rows }: Sides, name: (entries: readonly Entry[]) => string): string {
  const lines = rows.flatMap((row) => {
    const { decision, title, verdict, seen, differing, followsFrom, differences } = row
    const shown = { text: verdict, style: verdict === 'differs' ? 'red' : 'dim' } as const
    const count = verdict === 'differs' ? `${differing} of ${seen}` : seen === 0 ? '' : String(seen)
    const texts =
      followsFrom === null
        ? differences.slice(0, mostShown).map((one) => differenceText(one, name))
        : [`follows from ${followsFrom}`]
    const more = followsFrom === null ? differences.length - mostShown : 0
    const all = more > 0 ? [...texts, `and ${counted(more, 'other difference')}`] : texts
    const [first = '', ...rest] = all
    return [
      [decision, title, verdict === 'same' ? verdict : shown, count, first],
      ...rest.map((text) => ['', '', '', '', text]),
    ]
  })
  return tableOf(columns, lines, { ...screenOf(process.stdout), columns: null })
}

function differenceText(
  { what, real, sandbox, entries }: Difference,
  name: (entries: readonly Entry[]) => string,
): string {
  return `${what}: ${real} where the sandbox has ${sandbox} (${name(entries)})`
}

/** Returns what names entries: `#12`, with the file's name if there are several. */
function namesOf({ files }: Compared): (entries: readonly Entry[]) => string {
  return (entries) => {
    const shown = entries.slice(0, 3).map(({ file, index }) => `${files.length > 1 ? basename(file) : ''}#${index}`)
    return [...shown, ...(entries.length > 3 ? [`${entries.length - 3} more`] : [])].join(', ')
  }
}

function contradictions(compared: Compared): readonly string[] {
  const name = namesOf(compared)
  return compared.contradictions.map(({ setting, values, entries }) => {
    const where = entries.length === 0 ? '' : ` (${name([...new Set(entries)])})`
    return `${setting}: ${values.join(' and ')}${where}`
  })
}

function settlingText(compared: Compared, written: string | null): string {
  const { settlings, settled } = compared
  if (settlings.length === 0) return ''
  const lines = settlings.map((one) => `${one.path.join('.')}: ${JSON.stringify(one.value)} (${one.seen} of ${one.of})`)
  const title =
    written === null ? 'These settings make it the same; --write-config FILE writes them:' : `Written to ${written}:`
  const name = namesOf(compared)
  const left = [
    ...settled.rows
      .filter(({ verdict, followsFrom }) => verdict === 'differs' && followsFrom === null)
      .flatMap(({ decision, differences }) => differences.map((one) => `${decision} ${differenceText(one, name)}`)),
    ...settled.uncovered.map((one) => differenceText(one, name)),
  ]
  const again = 'Played again under them:'
  return `${section(title, lines)}${left.length === 0 ? `${again} all that was seen is the same\n` : section(`${again} left`, left)}`
}

function notRead(compared: Compared): readonly string[] {
  const { others, unreadable, unplaced, torn } = compared
  const hosts = [...others].map(([host, count]) => `${counted(count, 'call')} to ${host}`)
  const about = 'about transactions that no call of the recording creates'
  const lost = Object.entries(unplaced)
    .filter(([, { length }]) => length > 0)
    .map(([kind, entries]) => `${counted(entries.length, kind)} ${about} (${namesOf(compared)(entries)})`)
  const entries = unreadable.slice(0, 5).map(({ index }) => `#${index}`)
  const more = unreadable.length > 5 ? ` and ${unreadable.length - 5} more` : ''
  const none = unreadable.length === 0 ? [] : [`${entries.join(', ')}${more}: no time, or no http address`]
  const ends = torn.map((file) => `the last entry of ${basename(file)}, which is torn`)
  return [...lost, ...hosts, ...none, ...ends]
}

/** The comparison as JSON: `rows` is the recording under the given config, `settled` under the settings that were found. */
export function comparedView(compared: Compared, written: string | null) {
  const {
    files,
    entries,
    unknownCalls,
    unplaced,
    newResults,
    settlings,
    contradictions,
    settled,
    others,
    unreadable,
    torn,
  } = compared
  return {
    files,
    entries,
    ...sidesView(compared),
    unknownCalls: unknownCalls.map(({ entries: of, ...one }) => ({ ...one, entries: of.map(placeOf) })),
    unplaced: { webhooks: unplaced.webhook.map(placeOf), calls: unplaced.call.map(placeOf) },
    newResults: newResults.map(({ name, written: result }) => ({ name, ...result })),
    settings: settlings.map(({ path, ...one }: Settling) => ({ path: path.join('.'), ...one })),
    contradictions: contradictions.map(({ entries: of, ...one }) => ({ ...one, entries: of.map(placeOf) })),
    written,
    settled: sidesView(settled),
    others: Object.fromEntries(others),
    unreadable,
    torn,
  }
}

function sidesView({ rows: verdicts, uncovered }: Sides) {
  const view = ({ entries, ...one }: Difference) => ({ ...one, entries: entries.map(placeOf) })
  return {
    rows: verdicts.map((row) => ({
      ...row,
      settings: rows[row.decision].settings,
      differences: row.differences.map(view),
    })),
    uncovered: uncovered.map(view),
  }
}

function placeOf({ file, index }: Entry) {
  return { file, index }
}

/** One test case for each decision that was seen. */
export function comparedSuite(compared: Compared, written: string | null): Suite {
  const { rows: verdicts, uncovered } = written === null ? compared : compared.settled
  const name = namesOf(compared)
  const cases = verdicts.filter(({ seen }) => seen > 0).map((row) => caseOf(row, name))
  const others = uncovered.map((one) => ({
    classname: 'compare.uncovered',
    name: one.what,
    failure: differenceText(one, name),
  }))
  return { name: 'compare', place: 'payments-sandbox', cases: [...cases, ...others] }
}

function caseOf(
  { decision, title, verdict, followsFrom, differences }: Verdict,
  name: (entries: readonly Entry[]) => string,
) {
  const isFailed = verdict === 'differs' && followsFrom === null
  const texts = differences.map((one) => differenceText(one, name))
  return { classname: 'compare.decisions', name: `${decision} ${title}`, failure: isFailed ? texts.join('\n') : null }
}
