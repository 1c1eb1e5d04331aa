import type { z } from 'zod'
import type { Path } from '../language/path.ts'
import type { Tree } from './located-value.ts'

/** Something wrong at a path; `on: 'key'` means the key itself, not its value. */
export interface Finding {
  readonly path: Path
  readonly on: 'key' | 'value'
  /** May say {value}, which stands for the value as the file shows it. */
  readonly message: string
  /** The tree that the path leads through, where that is not the file's own. */
  readonly tree?: Tree
}

/** What the schema found, one finding for each unknown key and for each wrong value. */
export function findingsOf(issues: readonly z.core.$ZodIssue[], base: Path = []): Finding[] {
  return issues.flatMap((issue) => findingsOfIssue(issue, [...base, ...issue.path]))
}

function findingsOfIssue(issue: z.core.$ZodIssue, path: Path): Finding[] {
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
    if (meant) return findingsOf(meant, path)
  }
  return [{ path, on: 'value', message: issue.message }]
}

/** True when a value has the kind that a branch of a union wants and is only wrong within. */
function isInside(issue: z.core.$ZodIssue): boolean {
  return issue.path.length > 0 || issue.code === 'unrecognized_keys'
}
