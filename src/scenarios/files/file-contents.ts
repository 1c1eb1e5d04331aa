import type { z } from 'zod'
import { fileSchema, resultSchema, scenarioSchema, type WrittenResult, type WrittenScenario } from '../language/file.ts'
import { type Finding, findingsOf } from './findings.ts'
import { type Draft, draftOf } from './partial-scenario.ts'

/** What one file declares, and what is wrong with its form. */
export interface Declared {
  readonly defaultScenario: string | null
  readonly results: ReadonlyMap<string, WrittenResult>
  readonly scenarios: ReadonlyMap<string, WrittenScenario>
  /** Of scenarios whose form is wrong, what is right: so that one run tells all that is wrong. */
  readonly damaged: ReadonlyMap<string, Draft>
  /** All declared names, the damaged ones too: to use one of those elsewhere is not a second mistake. */
  readonly names: { readonly results: readonly string[]; readonly scenarios: readonly string[] }
  readonly findings: readonly Finding[]
}

/** With more findings than this there is no need to look for others. */
const manyFindings = 1000

/** Judges the form of a file's plain data. */
export function declaredBy(value: unknown): Declared {
  const names = { results: Object.keys(mapAt(value, 'results')), scenarios: Object.keys(mapAt(value, 'scenarios')) }
  const whole = fileSchema.safeParse(value)
  if (!whole.success) {
    const findings = [...findingsOf(whole.error.issues), ...badlyNamed(whole.error.issues, value)]
    return { names, ...salvage(findings.length > manyFindings ? {} : value), findings }
  }
  const { defaults, results = {}, scenarios = {} } = whole.data
  return {
    defaultScenario: defaults?.scenario ?? null,
    results: new Map(Object.entries(results)),
    scenarios: new Map(Object.entries(scenarios)),
    damaged: new Map(),
    names,
    findings: [],
  }
}

/** What is wrong with results and scenarios whose name is wrong too: the schema looks at the name only. */
function badlyNamed(issues: z.core.$ZodError['issues'], file: unknown): readonly Finding[] {
  return issues.flatMap(({ code, path }) => {
    const [section, name] = path
    if (code !== 'invalid_key' || typeof name !== 'string') return []
    const schema = section === 'results' ? resultSchema : scenarioSchema
    const judged = schema.safeParse(mapAt(file, String(section))[name])
    return judged.success ? [] : findingsOf(judged.error.issues, path)
  })
}

function salvage(file: unknown): Pick<Declared, 'defaultScenario' | 'results' | 'scenarios' | 'damaged'> {
  const results = new Map<string, WrittenResult>()
  for (const [name, value] of Object.entries(mapAt(file, 'results'))) {
    const parsed = resultSchema.safeParse(value)
    if (parsed.success) results.set(name, parsed.data)
  }
  const scenarios = new Map<string, WrittenScenario>()
  const damaged = new Map<string, Draft>()
  for (const [name, value] of Object.entries(mapAt(file, 'scenarios'))) {
    const parsed = scenarioSchema.safeParse(value)
    if (parsed.success) scenarios.set(name, parsed.data)
    else damaged.set(name, draftOf(value))
  }
  const defaultScenario = mapAt(file, 'defaults').scenario
  return { defaultScenario: typeof defaultScenario === 'string' ? defaultScenario : null, results, scenarios, damaged }
}

/** The scenarios of a file, in its order; null for one of which nothing was read. */
export function draftsIn({ names, scenarios, damaged }: Declared): readonly (readonly [string, Draft | null])[] {
  return names.scenarios.map((name) => {
    const written = scenarios.get(name)
    return [name, written ? { written, sketch: written } : (damaged.get(name) ?? null)]
  })
}

function mapAt(file: unknown, section: string): Readonly<Record<string, unknown>> {
  const value = isMap(file) ? file[section] : undefined
  return isMap(value) ? value : {}
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
