import { isResultName } from '../catalogue/results.ts'
import type { Result } from '../domain/plan.ts'
import { resultOf } from '../domain/result.ts'
import { nextTurn } from '../time.ts'
import { interpretRule, interpretScenario } from './compile/interpret.ts'
import type { Diagnostic } from './files/diagnostic.ts'
import { lineOf, type ScenarioFile } from './files/scenario-file.ts'
import type { ReadFile, ReadScenario } from './language/file.ts'
import { lintScenario } from './lint/lint-scenario.ts'
import { wrongMixes } from './lint/wrong-mixes.ts'
import { intendedFlows, laidOver, type Scenario, type ScenarioSet } from './scenario.ts'
import { type Described, meantScenario } from './select/suggest-scenario.ts'

interface Form {
  /** False: the files are refused, so their scenarios are judged and not collected. */
  readonly isFormRight: boolean
  /** False: a name that is unknown here may be declared in what cannot be read. */
  readonly hasAllNames: boolean
}

type Judging = Form & { readonly diagnostics: Diagnostic[] }

/** Merges files over a base set, whose names they may use, and judges what they mean. */
export async function assembleSet(
  files: readonly ScenarioFile[],
  under: ScenarioSet,
  form: Form,
): Promise<{ readonly set: ScenarioSet; readonly diagnostics: readonly Diagnostic[] }> {
  const diagnostics: Diagnostic[] = []
  const judging = { ...form, diagnostics }
  const results = collectResults(files, diagnostics)
  const scenarios = await collectScenarios(files, new Map([...under.results, ...results]), judging)
  const known = namesOf(files, [...under.scenarios, ...scenarios])
  const defaultScenario = collectDefault(files, known, judging)
  if (form.hasAllNames) {
    const declared = [...declarations(files, 'scenarios', (file) => file.scenarios)]
    const unknown = (name: string) => (known.has(name) ? null : unknownScenario(name, known))
    diagnostics.push(...wrongMixes(declared, notReplaced(under, files), unknown))
  }
  diagnostics.push(...repeatedRules(files))
  return { set: laidOver({ scenarios, results, defaultScenario }, under), diagnostics }
}

function collectResults(files: readonly ScenarioFile[], diagnostics: Diagnostic[]): ReadonlyMap<string, Result> {
  const found = new Map<string, Result>()
  for (const { file, name, read, first } of declarations(files, 'results', ({ results }) => results)) {
    const other = first && `declared in ${placeOf(first, 'results', name)}`
    const taken = isResultName(name) ? 'a built-in result' : other
    if (taken === null) {
      found.set(name, resultOf(name, read))
      continue
    }
    const message = `is already ${taken}; choose another name`
    diagnostics.push(file.locate({ path: ['results', name], on: 'key', message }))
  }
  return found
}

/** Scenarios that are checked in one turn of the event loop. */
const scenariosAtOnce = 500

async function collectScenarios(
  files: readonly ScenarioFile[],
  results: ReadonlyMap<string, Result>,
  { isFormRight, hasAllNames, diagnostics }: Judging,
): Promise<readonly Scenario[]> {
  const found: Scenario[] = []
  const known = hasAllNames ? new Set([...results.keys(), ...files.flatMap(({ names }) => names.results)]) : null
  let count = 0
  for (const { file, name, read, first } of declarations(files, 'scenarios', ({ scenarios }) => scenarios)) {
    if (++count % scenariosAtOnce === 0) await nextTurn()
    const written = file.written.scenarios?.[name] ?? {}
    const path = ['scenarios', name]
    const wrong = lintScenario({ written, read }, known).map((each) => ({ ...each, path: [...path, ...each.path] }))
    if (first) {
      const message = `is already declared in ${placeOf(first, 'scenarios', name)}; give one of the two another name`
      wrong.push({ path, on: 'key', message })
    }
    diagnostics.push(...wrong.map(file.locate))
    if (wrong.length > 0 || !isFormRight) continue
    const source = { file: file.name, line: lineOf(file, 'scenarios', name) }
    found.push(interpretScenario({ name, source, written, read }, results))
  }
  return found
}

/** The readable declarations of files, in order, each with an earlier file that declared the name, or null. */
function* declarations<T>(
  files: readonly ScenarioFile[],
  section: 'results' | 'scenarios',
  part: (file: ReadFile) => Record<string, T> | undefined,
) {
  const homes = new Map<string, ScenarioFile>()
  for (const file of files) {
    for (const [name, read] of Object.entries(part(file.read) ?? {})) {
      yield { file, name, read, first: homes.get(name) ?? null }
    }
    for (const name of file.names[section]) if (!homes.has(name)) homes.set(name, file)
  }
}

type Known = ReadonlyMap<string, Described>

/** All scenarios by name. One with problems of its own still has its name. */
function namesOf(files: readonly ScenarioFile[], understood: readonly Scenario[]): Known {
  const named = files.flatMap(({ names }) => names.scenarios.map((name) => [name, { name }] as const))
  return new Map([...named, ...understood.map((scenario) => [scenario.name, scenario] as const)])
}

/** The scenarios of a base set whose names no file uses. */
function notReplaced({ scenarios }: ScenarioSet, files: readonly ScenarioFile[]): readonly Scenario[] {
  const own = new Set(files.flatMap(({ names }) => names.scenarios))
  return scenarios.filter(({ name }) => !own.has(name))
}

function unknownScenario(name: string, known: Known): string {
  const hint = meantScenario(name, [...known.values()]) ?? 'payments-sandbox scenarios list shows all'
  return `is not a scenario; ${hint}`
}

function collectDefault(
  files: readonly ScenarioFile[],
  known: Known,
  { hasAllNames, diagnostics }: Judging,
): string | null {
  const path = ['defaults', 'scenario']
  let home: ScenarioFile | null = null
  for (const file of files) {
    const name = file.read.defaults?.scenario
    if (name === undefined) continue
    if (hasAllNames && !known.has(name)) {
      diagnostics.push(file.locate({ path, on: 'value', message: `{value} ${unknownScenario(name, known)}` }))
    }
    if (home) {
      const message = `is already declared in ${home.name}; remove one of the two`
      diagnostics.push(file.locate({ path, on: 'key', message }))
    }
    home ??= file
  }
  return home?.read.defaults?.scenario ?? null
}

/** Match rules that repeat an earlier rule of these files, which wins. Repeating a rule of the base set is allowed. */
function repeatedRules(files: readonly ScenarioFile[]): readonly Diagnostic[] {
  const earlier = new Map<string, string>()
  return [...declarations(files, 'scenarios', ({ scenarios }) => scenarios)].flatMap(({ file, name, read, first }) => {
    const rule = comparableRule(read)
    if (first !== null || rule === null) return []
    const other = earlier.get(rule)
    if (other === undefined) {
      earlier.set(rule, `${name} (${placeOf(file, 'scenarios', name)})`)
      return []
    }
    const message = `matches the same as ${other}, which is before it and always wins; change one of the two`
    return [file.locate({ path: ['scenarios', name, 'match'], on: 'key', message })]
  })
}

/** A match rule as text, equal for rules that differ only in order; null without a match. */
function comparableRule(read: ReadScenario): string | null {
  const { match, flows, currency } = interpretRule(read)
  if (match === null) return null
  const flow = intendedFlows({ match, flows })
  if (flow.length === 0) return null
  const entries = Object.entries({ ...match, flow })
  const sorted = entries.map(([key, value]) => [key, Array.isArray(value) ? value.toSorted() : value])
  return JSON.stringify([currency, sorted.sort()])
}

function placeOf(file: ScenarioFile, section: 'results' | 'scenarios', name: string): string {
  return `${file.name}:${lineOf(file, section, name)}`
}
