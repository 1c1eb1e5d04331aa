import type { z } from 'zod'
import type { Path } from '../../yaml/refuse-unreadable.ts'
import { fileSchema, type ReadFile, resultSchema, scenarioSchema, type WrittenFile } from '../language/file.ts'
import { valueAt } from '../language/path.ts'
import type { PathDiagnostic } from './diagnostic.ts'

/** A file in both of its forms. */
export interface FileContents {
  readonly written: WrittenFile
  readonly read: ReadFile
}

/** Checks the form of plain data; `contents` is null if it is invalid. */
export function checkForm(value: unknown): {
  readonly contents: FileContents | null
  readonly diagnostics: readonly PathDiagnostic[]
} {
  const { data: read, error } = fileSchema.safeParse(value)
  const issues = error?.issues ?? []
  // Accepted input has the schema's input type.
  const contents = read === undefined ? null : { written: value as WrittenFile, read }
  return { contents, diagnostics: [...formDiagnostics(issues), ...underWrongNames(issues, value)] }
}

/** Problems inside results and scenarios with an invalid name: the schema checks only the name. */
function underWrongNames(issues: readonly z.core.$ZodIssue[], file: unknown): readonly PathDiagnostic[] {
  return issues.flatMap(({ code, path }) => {
    if (code !== 'invalid_key') return []
    const schema = path[0] === 'results' ? resultSchema : scenarioSchema
    return formDiagnostics(schema.safeParse(valueAt(file, path)).error?.issues ?? [], path)
  })
}

/** The problems that a schema found: a diagnostic for each unknown key and each wrong value. */
export function formDiagnostics(issues: readonly z.core.$ZodIssue[], base: Path = []): PathDiagnostic[] {
  return issues.flatMap((issue) => diagnosticsOf(issue, [...base, ...issue.path]))
}

function diagnosticsOf(issue: z.core.$ZodIssue, path: Path): PathDiagnostic[] {
  if (issue.code === 'unrecognized_keys') {
    // `strictMap` writes one line for each key.
    return issue.message
      .split('\n')
      .map((message, index) => ({ path: [...path, issue.keys[index] ?? ''], on: 'key', message }))
  }
  if (issue.code === 'invalid_key') {
    return issue.issues.slice(0, 1).map(({ message }) => ({ path, on: 'key', message }))
  }
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.find((branch) => branch.every(isInside))
    if (meant) return formDiagnostics(meant, path)
  }
  return [{ path, on: 'value', message: issue.message }]
}

/** True if the value has the kind that a branch of a union wants, and is wrong inside. */
function isInside(issue: z.core.$ZodIssue): boolean {
  return issue.path.length > 0 || issue.code === 'unrecognized_keys'
}
