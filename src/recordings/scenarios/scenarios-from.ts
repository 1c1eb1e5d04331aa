import { basename } from 'node:path'
import { groupedBy } from '../../grouped.ts'
import { scenariosYaml } from '../../scenarios/files/scenario-yaml.ts'
import type { WrittenScenario } from '../../scenarios/language/file.ts'
import { checkScenarioText } from '../../scenarios/load.ts'
import type { ScenarioSet } from '../../scenarios/scenario.ts'
import { counted } from '../../text.ts'
import { businessesIn } from '../read/businesses.ts'
import { type Recording, readRecording } from '../read/read-recording.ts'
import { lacksOfEntry, UnusableRecording } from '../read/recording.ts'
import { ResultNames, type ResultTexts } from '../read/results.ts'
import { trafficIn } from '../read/service-calls.ts'
import type { Note } from './recorded-end.ts'
import { livesIn, type NamedLife } from './recorded-lives.ts'
import { withoutCustomer } from './without-customer.ts'

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
  const says = 'a webhook that names no transaction of the recording, and is left out'
  const leftOut = unplaced.webhook.map((entry): Note => ({ entry, says }))
  const found = businesses.flatMap((business) => {
    const results = new ResultNames(business.transactions, {})
    const { lives, refused } = livesIn(business, { results, webhooks: traffic.webhooks })
    leftOut.push(...refused)
    return lives.map((life) => ({
      ...life,
      salt: business.key,
      declared: results.isNew.filter(({ name }) => JSON.stringify(life.scenario.outcome)?.includes(`"${name}"`)),
    }))
  })
  const missing = references.find((reference) => !found.some((life) => life.reference === reference))
  if (missing !== undefined || found.length === 0) throw new UnusableRecording(file, lacks(missing, found))
  const chosen = found.filter(({ reference }) => references.length === 0 || references.includes(reference))
  const results: Record<string, ResultTexts> = {}
  for (const { declared, transaction, salt } of chosen) {
    for (const { name, texts } of declared) results[name] = withoutCustomer(results[name] ?? texts, transaction, salt)
  }
  const text = await scenariosYaml({
    head: headOf(recording, traffic.webhooks.length > 0, leftOut),
    results,
    scenarios: named(widestLast(merged(chosen)), shipped, basename(file)),
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

function headOf({ file, isTorn, unreadable }: Recording, hasWebhooks: boolean, leftOut: readonly Note[]): string {
  const lines = [
    `Made from ${basename(file)} by payments-sandbox scenarios from. #0 is its entry 0.`,
    'Play it: payments-sandbox exec --scenarios FILE -- your test',
    'Each scenario plays for the references of its match: write there what your test sends, such as "order-*".',
    ...(hasWebhooks ? [] : ['The recording has no webhooks: here each transaction has one.']),
    ...saidBy(leftOut),
    ...(unreadable.length === 0 ? [] : [`${entriesText(unreadable)}: ${lacksOfEntry}, and left out`]),
    ...(isTorn ? ['The last entry of the recording is torn, and was not read.'] : []),
  ]
  return lines.map((line) => ` ${line}`).join('\n')
}

/** Lives that are the same become one, with all references. */
function merged(lives: readonly NamedLife[]): readonly (readonly NamedLife[])[] {
  return [...groupedBy(lives, ({ scenario }) => JSON.stringify(scenario)).values()]
}

/** The first match wins. */
function widestLast(groups: readonly (readonly NamedLife[])[]) {
  const isWide = (lives: readonly NamedLife[]) => lives.some(({ reference }) => /[*?]/.test(reference))
  return groups.toSorted((one, other) => Number(isWide(one)) - Number(isWide(other)))
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

function commentOf(lives: readonly NamedLife[], isMatched: boolean): string {
  const lines = saidBy(lives.flatMap((life) => life.notes)).map((line) => ` ${line}`)
  const unmatched = ' Another scenario has these references: choose this one by its name.'
  return [...(isMatched ? [] : [unmatched]), ...lines].join('\n')
}

/** A sentence about several entries is written once. */
function saidBy(notes: readonly Note[]): readonly string[] {
  return [...groupedBy(notes, ({ says }) => says)].map(([says, all]) => {
    return `${entriesText(all.map(({ entry }) => entry.index))}: ${says}`
  })
}

function entriesText(indices: readonly number[]): string {
  const shown = indices.slice(0, 3).map((index) => `#${index}`)
  return shown.join(', ') + (indices.length > 3 ? ` and ${indices.length - 3} more` : '')
}
