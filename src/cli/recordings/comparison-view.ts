import type { Comparison, Verdicts } from '../../recordings/compare/compare.ts'
import { decisionRows } from '../../recordings/compare/decisions.ts'
import type { DecisionVerdict, Difference } from '../../recordings/compare/tally.ts'
import type { RecordedEntry } from '../../recordings/read/recording.ts'
import type { Suite } from '../../report/junit.ts'
import { differenceText, type Namer, namerOf } from './comparison-text.ts'

/** The comparison as JSON: `rows` is the recording under the given config, `settled` under the settings that were found. */
export function comparisonView(comparison: Comparison, written: string | null) {
  const { files, entries, unknownCalls, unplaced, broken, newResults, settings, unsettled, byHand, settled } =
    comparison
  const { others, unreadable, torn } = comparison
  return {
    files,
    entries,
    ...verdictsView(comparison),
    unknownCalls: unknownCalls.map(withPlaces),
    unplaced: { webhooks: unplaced.webhook.map(placeOf), calls: unplaced.call.map(placeOf) },
    broken: broken.map(placeOf),
    newResults: newResults.map(({ name, texts }) => ({ name, ...texts })),
    settings: settings.map(({ path, value, seen }) => ({ path: path.join('.'), value, seen, of: seen })),
    byHand: byHand.map(withPlaces),
    contradictions: unsettled.map(withPlaces),
    written,
    settled: verdictsView(settled),
    others: Object.fromEntries(others),
    unreadable,
    torn,
  }
}

function verdictsView({ rows, uncovered }: Verdicts) {
  return {
    rows: rows.map((row) => ({
      ...row,
      settings: decisionRows[row.decision].settings,
      differences: row.differences.map(differenceView),
    })),
    uncovered: uncovered.map(differenceView),
  }
}

function differenceView({ what, recorded, own, entries }: Difference) {
  return { what, real: recorded, sandbox: own, entries: entries.map(placeOf) }
}

function withPlaces<T extends { readonly entries: readonly RecordedEntry[] }>({ entries, ...one }: T) {
  return { ...one, entries: entries.map(placeOf) }
}

function placeOf({ file, index }: RecordedEntry) {
  return { file, index }
}

/** One test case for each decision that was seen. */
export function comparisonSuite(comparison: Comparison, written: string | null): Suite {
  const { rows, uncovered } = written === null ? comparison : comparison.settled
  const name = namerOf(comparison)
  const cases = rows.filter(({ seen }) => seen > 0).map((row) => caseOf(row, name))
  const others = uncovered.map((one) => ({
    classname: 'compare.uncovered',
    name: one.what,
    failure: differenceText(one, name),
  }))
  return { name: 'compare', place: 'payments-sandbox', cases: [...cases, ...others] }
}

function caseOf({ decision, title, verdict, followsFrom, differences }: DecisionVerdict, name: Namer) {
  const isFailed = verdict === 'differs' && followsFrom === null
  const texts = differences.map((one) => differenceText(one, name))
  return { classname: 'compare.decisions', name: `${decision} ${title}`, failure: isFailed ? texts.join('\n') : null }
}
