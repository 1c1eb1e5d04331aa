import type { z } from 'zod'
import { fileSchema, resultSchema, scenarioSchema, type WrittenFile } from '../language/file.ts'
import { valueAt } from '../language/path.ts'
import type { PathDiagnostic } from './diagnostic.ts'
import { formDiagnostics } from './form-diagnostics.ts'

/** Checks the form of a file's plain data; `written` is null if it is wrong. */
export function checkForm(value: unknown): { written: WrittenFile | null; diagnostics: readonly PathDiagnostic[] } {
  const { data: written = null, error } = fileSchema.safeParse(value)
  const issues = error?.issues ?? []
  return { written, diagnostics: [...formDiagnostics(issues), ...underWrongNames(issues, value)] }
}

/** Problems in results and scenarios with a wrong name, of which the schema checks only the name. */
function underWrongNames(issues: readonly z.core.$ZodIssue[], file: unknown): readonly PathDiagnostic[] {
  return issues.flatMap(({ code, path }) => {
    if (code !== 'invalid_key') return []
    const schema = path[0] === 'results' ? resultSchema : scenarioSchema
    return formDiagnostics(schema.safeParse(valueAt(file, path)).error?.issues ?? [], path)
  })
}
