import type { z } from 'zod'
import { fileSchema, resultSchema, scenarioSchema, type WrittenFile } from '../language/file.ts'
import { valueAt } from '../language/path.ts'
import type { PathDiagnostic } from './diagnostic.ts'
import { formDiagnostics } from './form-diagnostics.ts'

/** Judges the form of a file's plain data; `written` is null where it is wrong. */
export function judgeForm(value: unknown): { written: WrittenFile | null; diagnostics: readonly PathDiagnostic[] } {
  const { data: written = null, error } = fileSchema.safeParse(value)
  const issues = error?.issues ?? []
  return { written, diagnostics: [...formDiagnostics(issues), ...underWrongNames(issues, value)] }
}

/** What is wrong with results and scenarios whose name is wrong too: the schema looks at the name only. */
function underWrongNames(issues: readonly z.core.$ZodIssue[], file: unknown): readonly PathDiagnostic[] {
  return issues.flatMap(({ code, path }) => {
    if (code !== 'invalid_key') return []
    const schema = path[0] === 'results' ? resultSchema : scenarioSchema
    return formDiagnostics(schema.safeParse(valueAt(file, path)).error?.issues ?? [], path)
  })
}
