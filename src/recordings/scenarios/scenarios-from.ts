import { basename } from 'node:path'
import { groupedBy } from '../../grouped.ts'
import { scenariosYaml } from '../../scenarios/files/scenario-yaml.ts'
import type { WrittenScenario } from '../../scenarios/language/file.ts'
import { checkScenarioText } from '../../scenarios/load.ts'
import type { ScenarioSet } from '../../scenarios/scenario.ts'
import { counted } from '../../text.ts'
import { businessesIn } from '../read/businesses.ts'
import { readRecording } from '../read/read-recording.ts'
import { type RecordedEntry, UnusableRecording } from '../read/recording.ts'
import { ResultNames, type ResultTexts } from '../read/results.ts'
import { trafficIn } from '../read/service-calls.ts'
import { livesIn, type NamedLife } from './recorded-lives.ts'

interface Choice {
  /** Empty: all. */
  readonly references: readonly string[]
  /** Whose names are not used. */
  readonly shipped: ScenarioSet
}

/** Makes a scenario file from the transactions of a recording. Throws an `UnusableRecording`. */
export async function scenariosFrom(file: string, { references, shipped }: Choice): Promise<string> {
  const recording = readRecording(file)
  const traffic = trafficIn([recording])
  const { businesses, unplaced } = businessesIn(traffic)
  const found = businesses.flatMap((business) => {
    const results = new ResultNames(business.transactions, {})
    return livesIn(business, { results, webhooks: traffic.webhooks }).map((life) => ({
      ...life,
      declared: results.isNew.filter(({ name }) => JSON.stringify(life.scenario.outcome)?.includes(`"${name}"`)),
    }))
  })
  const missing = references.find((reference) => !found.some((life) => life.reference === reference))
  if (missing !== undefined || found.length === 0) throw new UnusableRecording(file, lacks(missing, found))
  const chosen = found.filter(({ reference }) => references.length === 0 || references.includes(reference))
  const results = chosen.flatMap(({ declared }) => declared.map(({ name, texts }) => [name, texts] as const))
  const text = await scenariosYaml({
    head: headOf(file, traffic.webhooks.length > 0, recording.isTorn, unplaced.webhook),
    results: Object.fromEntries(results) satisfies Readonly<Record<string, ResultTexts>>,
    scenarios: named(merged(chosen), shipped, basename(file)),
  })
  const [problem] = await checkScenarioText(text, 'its scenarios', shipped)
  if (problem === undefined) return text
  const less = chosen.length > 1 ? '; choose transactions with --reference' : ''
  throw new UnusableRecording(file, `makes no file that can be played: ${problem.message}${less}`)
}

function lacks(missing: string | undefined, found: readonly NamedLife[]): string {
  const all = found.map(({ reference }) => reference)
  const has = all.length === 0 ? '' : `; it has ${all.slice(0, 10).join(', ')}${all.length > 10 ? ', …' : ''}`
  return `has no create call that can be a scenario${missing === undefined ? '' : `, of the reference ${missing}`}${has}`
}

function headOf(file: string, hasWebhooks: boolean, isTorn: boolean, strays: readonly RecordedEntry[]): string {
  const lines = [
    `Made from ${basename(file)} by payments-sandbox scenarios from. #0 is its entry 0.`,
    'Play it: payments-sandbox exec --scenarios FILE -- your test',
    'Each scenario plays for the references of its match: write there what your test sends, such as "order-*".',
    ...(hasWebhooks ? [] : ['The recording has no webhooks: here each transaction has one.']),
    ...(strays.length === 0 ? [] : [`${placesOf(strays)}: names no transaction of the recording, and is left out`]),
    ...(isTorn ? ['The last entry of the recording is torn, and was not read.'] : []),
  ]
  return lines.map((line) => ` ${line}`).join('\n')
}

/** Lives that are the same become one, with all references. */
function merged(lives: readonly NamedLife[]): readonly (readonly NamedLife[])[] {
  return [...groupedBy(lives, ({ scenario }) => JSON.stringify(scenario)).values()]
}

function named(groups: readonly (readonly NamedLife[])[], { scenarios }: ScenarioSet, file: string) {
  const taken = new Set(scenarios.map(({ name }) => name))
  const matched = new Set<string>()
  return groups.flatMap((lives) => {
    const [life] = lives
    if (life === undefined) return []
    const patterns = [...new Set(lives.map(({ reference }) => reference))].filter((one) => !matched.has(one))
    for (const pattern of patterns) matched.add(pattern)
    const [first = ''] = patterns
    const match = patterns.length === 0 ? {} : { match: { reference: patterns.length === 1 ? first : patterns } }
    const base = `recorded-${life.name}`
    const names = [base, ...groups.map((_, index) => `${base}-${index + 2}`)]
    const name = names.find((each) => !taken.has(each)) ?? base
    taken.add(name)
    const summary = `As ${counted(lives.length, 'transaction')} of ${file}: #${life.entry.index}`
    const scenario: WrittenScenario = { summary, ...match, ...life.scenario }
    return { name, scenario, comment: commentOf(lives, patterns.length > 0) }
  })
}

/** A sentence about several entries is written once. */
function commentOf(lives: readonly NamedLife[], isMatched: boolean): string {
  const notes = groupedBy(
    lives.flatMap((life) => life.notes),
    ({ says }) => says,
  )
  const lines = [...notes].map(([says, all]) => {
    return ` ${placesOf(all.map(({ entry }) => entry))}: ${says}`
  })
  const unmatched = ' Another scenario has these references: choose this one by its name.'
  return [...(isMatched ? [] : [unmatched]), ...lines].join('\n')
}

function placesOf(entries: readonly RecordedEntry[]): string {
  const places = entries.slice(0, 3).map(({ index }) => `#${index}`)
  return `${places.join(', ')}${entries.length > 3 ? ` and ${entries.length - 3} more` : ''}`
}
