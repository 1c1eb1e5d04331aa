import { results as catalogue, type ResultName } from '../catalogue/results.ts'
import type { Result } from '../domain/plan.ts'
import { builtInResult } from '../domain/result.ts'
import { nextTurn } from '../time.ts'
import { interpretMatch, interpretResult, interpretScenario } from './compile/interpret.ts'
import { otpCurrency } from './compile/otp-defaults.ts'
import { draftsIn } from './files/file-contents.ts'
import type { Finding } from './files/findings.ts'
import { isWholeMatch } from './files/partial-scenario.ts'
import { lineOf, type ScenarioFile } from './files/scenario-file.ts'
import type { WrittenScenario } from './language/file.ts'
import { fittingFlows } from './language/flow-fit.ts'
import { replacedFindings } from './lint/duplicate-keys.ts'
import { type KnownNames, knownNames } from './lint/known-names.ts'
import { lintScenario } from './lint/lint-scenario.ts'
import { shadowedRules } from './lint/shadowed-rules.ts'
import type { Scenario, ScenarioSet } from './scenario.ts'
import { meantScenario } from './select/suggest-scenario.ts'

/** A finding and the file it is in. */
export interface FileFinding extends Finding {
  readonly file: ScenarioFile
}

/** What else there is besides the files that are put together. */
export interface Surroundings {
  /** A set whose names the files may use besides their own. */
  readonly known: ScenarioSet | null
  /** False when some files have no text: they may declare any name. */
  readonly isComplete: boolean
}

/** Puts files together, the user's before the built-in ones: a name of the user's hides a built-in one. */
export async function assembleSet(
  files: readonly ScenarioFile[],
  { known, isComplete }: Surroundings,
): Promise<{ readonly set: ScenarioSet; readonly findings: readonly FileFinding[] }> {
  const own = collectResults(files)
  const results = new Map([...builtInResults(), ...(known?.results ?? []), ...own.found])
  const names = namesIn(files, results, { known, isComplete })
  const scenarios = await collectScenarios(files, results, names.results)
  const defaults = collectDefault(files, names.scenarios)
  const hidden = await hiddenFindings(files)
  const replaced = files.flatMap((file) => replacedFindings(file, names.results).map((each) => ({ ...each, file })))
  return {
    set: { scenarios: scenarios.found, results, defaultScenario: defaults.found },
    findings: [...own.findings, ...scenarios.findings, ...defaults.findings, ...hidden, ...replaced],
  }
}

interface Collected<T> {
  readonly found: T
  readonly findings: readonly FileFinding[]
}

function builtInResults(): [string, Result][] {
  const names = Object.keys(catalogue) as ResultName[]
  return names.map((name) => [name, builtInResult(name)])
}

/** The names that files may use. */
function namesIn(
  files: readonly ScenarioFile[],
  results: ReadonlyMap<string, Result>,
  { known, isComplete }: Surroundings,
): { readonly results: KnownNames; readonly scenarios: KnownNames } {
  const declared = files.flatMap(({ contents, replaced }) =>
    [...(contents ? [contents] : []), ...replaced].map(({ declared: { names } }) => names),
  )
  const texts = files.flatMap(({ contents, text }) => (contents === null ? [text] : []))
  const unread = { texts, isMore: !isComplete }
  const scenarios = [
    ...(known?.scenarios ?? []).map(({ name }) => name),
    ...declared.flatMap((names) => names.scenarios),
  ]
  return {
    results: knownNames([...new Set([...results.keys(), ...declared.flatMap((names) => names.results)])], unread),
    scenarios: knownNames([...new Set(scenarios)], unread),
  }
}

function collectResults(files: readonly ScenarioFile[]): Collected<ReadonlyMap<string, Result>> {
  const found = new Map<string, Result>()
  const findings: FileFinding[] = []
  const homes = new Map<string, ScenarioFile>()
  for (const file of files) {
    const declared = file.contents?.declared
    for (const name of declared?.names.results ?? []) {
      const written = declared?.results.get(name)
      const home = homes.get(name)
      const taken = Object.hasOwn(catalogue, name)
        ? 'a built-in result'
        : home && `declared in ${placed(home, 'results', name)}`
      if (taken)
        findings.push({ file, path: ['results', name], on: 'key', message: `is already ${taken}; choose another name` })
      else if (written) found.set(name, interpretResult(name, written))
      homes.set(name, file)
    }
  }
  return { found, findings }
}

async function collectScenarios(
  files: readonly ScenarioFile[],
  results: ReadonlyMap<string, Result>,
  resultNames: KnownNames,
): Promise<Collected<readonly Scenario[]>> {
  const found: Scenario[] = []
  const findings: FileFinding[] = []
  const homes = new Map<string, ScenarioFile>()
  for (const file of files) {
    await nextTurn()
    const declared = file.contents?.declared
    for (const [name, draft] of declared ? draftsIn(declared) : []) {
      const told = draft ? lintScenario(draft, resultNames) : []
      const wrong = told.map((finding) => within(file, ['scenarios', name], finding))
      const home = homes.get(name)
      if (home?.isBuiltIn === file.isBuiltIn) wrong.push(declaredTwice(file, name, home))
      findings.push(...wrong)
      homes.set(name, home ?? file)
      const written = declared?.scenarios.get(name)
      if (!written || wrong.length > 0 || home || !hasResult(written, results)) continue
      const source = { file: file.name, line: lineOf(file, 'scenarios', name) }
      found.push(interpretScenario({ name, source }, written, results))
    }
  }
  return { found, findings }
}

/** False for a story whose result could not be read, which is told where that is declared. */
function hasResult({ outcome }: WrittenScenario, results: ReadonlyMap<string, Result>): boolean {
  return typeof outcome !== 'object' || results.has(outcome.failed)
}

function collectDefault(files: readonly ScenarioFile[], { names, isUnknown }: KnownNames): Collected<string | null> {
  const path = ['defaults', 'scenario']
  const findings: FileFinding[] = []
  let home: ScenarioFile | undefined
  for (const file of files) {
    const name = file.contents?.declared.defaultScenario ?? null
    if (name === null) continue
    if (isUnknown(name)) {
      const message = `{value} is not a scenario; ${meantScenario(name, names) ?? 'payments-sandbox scenarios list shows all'}`
      findings.push({ file, path, on: 'value', message })
    }
    if (home?.isBuiltIn === file.isBuiltIn) {
      findings.push({ file, path, on: 'key', message: `is already declared in ${home.name}; remove one of the two` })
    }
    home ??= file
  }
  return { found: home?.contents?.declared.defaultScenario ?? null, findings }
}

/** A user's rules that others of them hide. That a user's rule goes before a built-in one is as it should be. */
async function hiddenFindings(files: readonly ScenarioFile[]): Promise<readonly FileFinding[]> {
  const homes = new Map<string, ScenarioFile>()
  const rules: ReturnType<typeof rulesIn> = []
  for (const file of files) {
    if (!file.isBuiltIn) rules.push(...rulesIn(file, homes))
    await nextTurn()
  }
  return (await shadowedRules(rules)).map(({ rule, by, isSame }) => {
    const other = `${by.name} (${placed(by.file, 'scenarios', by.name)})`
    const message = isSame
      ? `matches the same as ${other}, which is before it and always wins; change one of the two`
      : `can never win: ${other} is before it and matches all that it does; make that one narrower, or put this one first`
    return { file: rule.file, path: ['scenarios', rule.name, 'match'], on: 'key', message }
  })
}

function rulesIn(file: ScenarioFile, homes: Map<string, ScenarioFile>) {
  const declared = file.contents?.declared
  return (declared ? draftsIn(declared) : []).flatMap(([name, draft]) => {
    // Of a name that is declared twice only the first counts.
    if (homes.has(name) || !draft) return []
    homes.set(name, file)
    const { written } = draft
    if (!written.match || !isWholeMatch(draft)) return []
    const currency = written.otp === undefined ? null : otpCurrency
    const match = interpretMatch(written.match)
    return [
      { file, name, match, currency, flows: fittingFlows(written), isWhole: declared?.scenarios.has(name) ?? false },
    ]
  })
}

function within(file: ScenarioFile, base: Finding['path'], finding: Finding): FileFinding {
  return { ...finding, file, path: [...base, ...finding.path] }
}

function declaredTwice(file: ScenarioFile, name: string, home: ScenarioFile): FileFinding {
  const message = `is already declared in ${placed(home, 'scenarios', name)}; give one of the two another name`
  return { file, path: ['scenarios', name], on: 'key', message }
}

function placed(file: ScenarioFile, section: 'results' | 'scenarios', name: string): string {
  return `${file.name}:${lineOf(file, section, name)}`
}
