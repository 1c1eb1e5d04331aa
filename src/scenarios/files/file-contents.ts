import type { z } from 'zod'
import { fileSchema, resultSchema, scenarioSchema, type WrittenResult, type WrittenScenario } from '../language/file.ts'
import type { PathDiagnostic } from './diagnostic.ts'
import { formDiagnostics } from './form-diagnostics.ts'

/** What one file declares. */
export interface FileContents {
  readonly defaultScenario: string | null
  readonly results: ReadonlyMap<string, WrittenResult>
  readonly scenarios: ReadonlyMap<string, WrittenScenario>
}

/** Judges the form of a file's plain data; what declares nothing is what is wrong. */
export function judgeForm(value: unknown): { contents: FileContents; diagnostics: readonly PathDiagnostic[] } {
  const judged = fileSchema.safeParse(value)
  const { defaults, results = {}, scenarios = {} } = judged.data ?? {}
  const contents = {
    defaultScenario: defaults?.scenario ?? null,
    results: new Map(Object.entries(results)),
    scenarios: new Map(Object.entries(scenarios)),
  }
  const issues = judged.error?.issues ?? []
  return { contents, diagnostics: [...formDiagnostics(issues), ...underWrongNames(issues, value)] }
}

/** What is wrong with results and scenarios whose name is wrong too: the schema looks at the name only. */
function underWrongNames(issues: readonly z.core.$ZodIssue[], file: unknown): readonly PathDiagnostic[] {
  return issues.flatMap(({ code, path }) => {
    if (code !== 'invalid_key') return []
    const schema = path[0] === 'results' ? resultSchema : scenarioSchema
    const named = path.reduce<unknown>((value, key) => Object(value)[key], file)
    return formDiagnostics(schema.safeParse(named).error?.issues ?? [], path)
  })
}
