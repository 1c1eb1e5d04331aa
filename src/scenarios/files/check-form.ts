import type { z } from 'zod'
import { isObject } from '../../domain/json.ts'
import type { Path } from '../../yaml/refuse-unreadable.ts'
import { fileSchema, type ReadFile, resultSchema, scenarioSchema, type WrittenFile } from '../language/file.ts'
import { valueAt } from '../language/path.ts'
import type { PathDiagnostic } from './diagnostic.ts'

/** A file in both of its forms. */
export interface FileContents {
  readonly written: WrittenFile
  /** Without what has a wrong form. */
  readonly read: ReadFile
  /** The names in `read`, and those whose declarations have a wrong form. */
  readonly names: Readonly<Record<'results' | 'scenarios', readonly string[]>>
  /** False if parts that cannot be read may declare further names. */
  readonly hasAllNames: boolean
}

/** Checks the form of plain data; `contents` is null if it is not a map. `unread` leads to what YAML could not read. */
export function checkForm(
  value: unknown,
  unread: readonly Path[] = [],
): { readonly contents: FileContents | null; readonly diagnostics: readonly PathDiagnostic[] } {
  const issues = fileSchema.safeParse(value).error?.issues ?? []
  const diagnostics = [...formDiagnostics(issues), ...underWrongNames(issues, value)]
  return { contents: contentsOf(value, [...unread, ...diagnostics.map(({ path }) => path)]), diagnostics }
}

/** A file without the results, the scenarios and the default that have something wrong in them. */
function contentsOf(value: unknown, wrong: readonly Path[]): FileContents | null {
  if (!isObject(value)) return null
  const part = (name: string): Record<PropertyKey, unknown> => (isObject(value[name]) ? { ...value[name] } : {})
  const parts = { defaults: part('defaults'), results: part('results'), scenarios: part('scenarios') }
  const names = { results: Object.keys(parts.results), scenarios: Object.keys(parts.scenarios) }
  const partAt = new Map<PropertyKey | undefined, Record<PropertyKey, unknown>>(Object.entries(parts))
  for (const [section, name = ''] of wrong) delete partAt.get(section)?.[name]
  const { data: read } = fileSchema.safeParse({ version: 1, ...parts })
  const hasAllNames = wrong.every(({ length, 0: section }) => length > 1 || section === 'version')
  // Of what is written only the accepted parts are used, which have the schema's input type.
  return read === undefined ? null : { written: value as WrittenFile, read, names, hasAllNames }
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
