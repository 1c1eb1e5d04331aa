import { parseConfig } from '../../src/config.ts'
import { type Comparison, compareRecordings, type Verdicts } from '../../src/recordings/compare/compare.ts'
import { quiet } from './recorded-sandbox.ts'

/** Compares recordings with a sandbox of these settings. */
export function compareFiles(files: readonly string[], settings = {}): Promise<Comparison> {
  return compareRecordings(files, parseConfig({ businesses: { default: settings } }), quiet)
}

/** The differences that count, with their decision. */
export function differencesIn({ rows, uncovered }: Verdicts): readonly string[] {
  const ofRows = rows.flatMap(({ decision, followsFrom, differences }) =>
    followsFrom === null ? differences.map((one) => ({ ...one, decision: decision as string })) : [],
  )
  const all = [...ofRows, ...uncovered.map((one) => ({ ...one, decision: 'none' }))]
  return all.map(({ decision, what, recorded, own }) => `${decision} ${what}: ${recorded} / ${own}`)
}

/** The settings that were found, by their paths below the business. */
export function settingsIn({ settings }: Comparison): Readonly<Record<string, unknown>> {
  return Object.fromEntries(settings.map(({ path, value }) => [path.slice(2).join('.'), value]))
}
