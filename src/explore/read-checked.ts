import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { inputError, problemsOf } from '../domain/input-error.ts'
import { codeOf } from '../error-code.ts'
import { withFrames } from '../scenarios/files/code-frames.ts'
import { type Diagnostic, fileDiagnostic, formatDiagnostic, formatPath } from '../scenarios/files/diagnostic.ts'
import { type PlacedProblem, readYaml } from '../yaml/read-yaml.ts'

/** A schedule or a plan that cannot be used: every problem with its place, and what to write instead. */
class PlanFileError extends Error {
  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)).join('\n\n'))
    this.name = 'PlanFileError'
  }
}

/** Reads a YAML file of a form. `meant` says which file is meant, in case there is none. Throws a `PlanFileError`. */
export async function readChecked<T>(file: string, schema: z.ZodType<T>, meant: string): Promise<T> {
  const text = textOf(file, meant)
  const { data, problems } = await readYaml(text)
  if (problems.length > 0) throw await refusal(file, text, problems)
  const checked = schema.safeParse(data?.value ?? {}, inputError)
  if (checked.success) return checked.data
  const placed = problemsOf(checked.error, schema, 'key').map(({ path, message }) => {
    const problem = { path, message, on: message.startsWith('unknown key') ? 'key' : 'value' } as const
    return data?.placed(problem) ?? { line: 1, column: 1, path, message }
  })
  throw await refusal(file, text, placed)
}

async function refusal(file: string, text: string, problems: readonly PlacedProblem[]): Promise<PlanFileError> {
  const diagnostics = problems.map(({ path, ...problem }) => ({ ...problem, file, path: formatPath(path), frame: '' }))
  return new PlanFileError(await withFrames({ name: file, text }, diagnostics))
}

function textOf(file: string, meant: string): string {
  try {
    // Reading a named pipe or a device can wait forever.
    if (statSync(file).isFile()) return readFileSync(file, 'utf8')
  } catch (error) {
    const why = codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${codeOf(error)})`
    throw new PlanFileError([fileDiagnostic(file, `${why}; ${meant}`)])
  }
  throw new PlanFileError([fileDiagnostic(file, `is not a file; ${meant}`)])
}
