import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { inputError, problemsOf } from '../../domain/input-error.ts'
import { codeOf } from '../../error-code.ts'
import { withFrames } from '../../scenarios/files/code-frames.ts'
import { fileDiagnostic, formatPath, ScenarioFilesError } from '../../scenarios/files/diagnostic.ts'
import { type PlacedProblem, readYaml } from '../../yaml/read-yaml.ts'

/** Reads a YAML file and checks its form. `meant` says how to get one, if there is none. Throws a `ScenarioFilesError`. */
export async function readChecked<T>(file: string, schema: z.ZodType<T>, meant: string): Promise<T> {
  const text = textOf(file, meant)
  const { data, problems } = await readYaml(text)
  const checked = problems.length > 0 ? null : schema.safeParse(data?.value ?? {}, inputError)
  if (checked?.success) return checked.data
  const wrongForm = checked === null ? [] : problemsOf(checked.error, schema, 'key')
  const placed = wrongForm.map((problem): PlacedProblem => {
    const { path, message } = problem
    return data?.placed(problem) ?? { line: 1, column: 1, path, message }
  })
  const diagnostics = [...problems, ...placed].map(({ path, ...problem }) => {
    return { ...problem, file, path: formatPath(path), frame: '' }
  })
  throw new ScenarioFilesError(await withFrames({ name: file, text }, diagnostics))
}

function textOf(file: string, meant: string): string {
  let why = 'is not a file'
  try {
    // Reading a named pipe or a device can wait forever.
    if (statSync(file).isFile()) return readFileSync(file, 'utf8')
  } catch (error) {
    why = codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${codeOf(error)})`
  }
  throw new ScenarioFilesError([fileDiagnostic(file, `${why}; ${meant}`)])
}
