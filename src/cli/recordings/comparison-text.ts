import { basename } from 'node:path'
import type { Comparison, Verdicts } from '../../recordings/compare/compare.ts'
import type { UnclearSetting } from '../../recordings/compare/setting-evidence.ts'
import type { Difference } from '../../recordings/compare/tally.ts'
import { lacksOfEntry, type RecordedEntry } from '../../recordings/read/recording.ts'
import { counted } from '../../text.ts'
import { printableLines } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { type Column, tableOf } from '../terminal/table.ts'

/** True if differences are left; settings that were found make them vanish only once they are written. */
export function isLeft({ settled, ...first }: Comparison, isWritten: boolean): boolean {
  const { rows, uncovered } = isWritten ? settled : first
  return uncovered.length > 0 || rows.some(({ verdict, followsFrom }) => verdict === 'differs' && followsFrom === null)
}

/** Formats the comparison for a terminal. */
export function comparisonText(comparison: Comparison, written: string | null): string {
  const { settings, uncovered, unknownCalls, newResults, byHand, unsettled } = comparison
  const name = namerOf(comparison)
  const title = settings.length === 0 ? '' : 'Without the settings that are found below:\n'
  const values = ({ setting, values: all, entries }: UnclearSetting, joint: string) => {
    const shown = all.length > 5 ? [...all.slice(0, 5), counted(all.length - 5, 'other value')] : all
    return `${setting}: ${shown.join(joint)}${entries.length === 0 ? '' : ` (${name([...new Set(entries)])})`}`
  }
  const parts = [
    title + tableOfRows(comparison, name),
    section(
      'Differences that no decision covers:',
      uncovered.map((one) => differenceText(one, name)),
    ),
    section(
      'Calls that the sandbox does not know:',
      unknownCalls.map(({ method, path, entries, request, answer }) => {
        return `${method} ${path} (${name(entries)}): ${request} -> ${answer}`
      }),
    ),
    section(
      'Results that were new:',
      newResults.map(({ name, texts: { code, source, text } }) => `${name}: ${code} | ${source} | ${text}`),
    ),
    section(
      'Settings for you to write, from the values that were seen:',
      byHand.map((one) => values(one, ', ')),
    ),
    section(
      'Not settled, because the recording contradicts itself or the config, or shows it only once:',
      unsettled.map((one) => values(one, ' and ')),
    ),
    settlingText(comparison, written),
    section('Not read:', notRead(comparison, name)),
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

/** Names entries: `#12`, with the file's name if there are several. */
export type Namer = (entries: readonly RecordedEntry[]) => string

export function namerOf({ files }: Comparison): Namer {
  return (entries) => {
    const shown = entries.slice(0, 3).map(({ file, index }) => `${files.length > 1 ? basename(file) : ''}#${index}`)
    return [...shown, ...(entries.length > 3 ? [`${entries.length - 3} more`] : [])].join(', ')
  }
}

export function differenceText({ what, recorded, own, verb, entries }: Difference, name: Namer): string {
  return `${what}: ${recorded} where the sandbox ${verb} ${own} (${name(entries)})`
}

function tableOfRows({ rows }: Verdicts, name: Namer): string {
  const lines = rows.flatMap(({ decision, title, verdict, seen, differing, followsFrom, differences }) => {
    const isDifferent = verdict === 'differs'
    const shown = { text: verdict, style: isDifferent ? 'red' : 'dim' } as const
    const count = isDifferent ? `${differing} of ${seen}` : seen === 0 ? '' : String(seen)
    const more = differences.length - mostShown
    const texts = differences.slice(0, mostShown).map((one) => differenceText(one, name))
    const all = more > 0 ? [...texts, `and ${counted(more, 'other difference')}`] : texts
    const [first = '', ...rest] = followsFrom === null ? all : [`follows from ${followsFrom}`]
    return [
      [decision, title, verdict === 'same' ? verdict : shown, count, first],
      ...rest.map((text) => ['', '', '', '', text]),
    ]
  })
  return tableOf(columns, lines, { ...screenOf(process.stdout), columns: null })
}

function settlingText(comparison: Comparison, written: string | null): string {
  const { settings, settled } = comparison
  if (settings.length === 0) return ''
  const lines = settings.map(({ path, value, seen }) => {
    return `${path.join('.')}: ${JSON.stringify(value)} (${seen} of ${seen})`
  })
  const title =
    written === null ? 'These settings make it the same; --write-config FILE writes them:' : `Written to ${written}:`
  const name = namerOf(comparison)
  const left = [
    ...settled.rows
      .filter(({ verdict, followsFrom }) => verdict === 'differs' && followsFrom === null)
      .flatMap(({ decision, differences }) => differences.map((one) => `${decision} ${differenceText(one, name)}`)),
    ...settled.uncovered.map((one) => differenceText(one, name)),
  ]
  const again = 'Played again under them:'
  return `${section(title, lines)}${left.length === 0 ? `${again} all that was seen is the same\n` : section(`${again} left`, left)}`
}

function notRead({ others, unreadable, unplaced, broken, torn }: Comparison, name: Namer): readonly string[] {
  const lost = Object.entries(unplaced)
    .filter(([, { length }]) => length > 0)
    .map(([kind, entries]) => {
      return `${counted(entries.length, kind)} about transactions that no call of the recording creates (${name(entries)})`
    })
  const cut = broken.length === 0 ? [] : [`${counted(broken.length, 'webhook')} with half a body (${name(broken)})`]
  const hosts = [...others].map(([host, count]) => `${counted(count, 'call')} to ${host}`)
  const entries = unreadable.slice(0, 5).map(({ index }) => `#${index}`)
  const more = unreadable.length > 5 ? ` and ${unreadable.length - 5} more` : ''
  const timeless = unreadable.length === 0 ? [] : [`${entries.join(', ')}${more}: ${lacksOfEntry}`]
  const ends = torn.map((file) => `the last entry of ${basename(file)}, which is torn`)
  return [...lost, ...cut, ...hosts, ...timeless, ...ends]
}
