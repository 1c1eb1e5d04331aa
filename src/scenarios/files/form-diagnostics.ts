import type { z } from 'zod'
import type { Path } from '../../yaml/refuse-unreadable.ts'
import type { PathDiagnostic } from './diagnostic.ts'

/** What a schema found wrong, one diagnostic for each unknown key and for each wrong value. */
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

/** True when a value has the kind that a branch of a union wants and is only wrong within. */
function isInside(issue: z.core.$ZodIssue): boolean {
  return issue.path.length > 0 || issue.code === 'unrecognized_keys'
}
