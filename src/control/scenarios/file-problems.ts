import { z } from 'zod'
import { answerObject } from '../../contract/named.ts'
import type { Diagnostic } from '../../scenarios/files/diagnostic.ts'
import { counted } from '../../text.ts'

/** What is wrong with the scenario files since they changed. The scenarios of the last good version play meanwhile. */
export const fileProblemsView = z
  .array(
    answerObject('ScenarioFileProblem', 'Something wrong with a scenario file as it is now.', {
      message: z.string(),
      file: z.string(),
      line: z.int(),
      column: z.int(),
    }),
  )
  .describe('What is wrong with scenario files that have changed; the last good version plays meanwhile.')

export function presentFileProblems(problems: readonly Diagnostic[]) {
  return problems.map(({ path, message, file, line, column }) => ({
    message: path === '' ? message : `${path}: ${message}`,
    file,
    line,
    column,
  }))
}

/** The first problem with its place, and that the last good version plays; null if there is no problem. */
export function fileProblemText(problems: readonly Diagnostic[]): string | null {
  const [first] = presentFileProblems(problems)
  if (first === undefined) return null
  const more = problems.length === 1 ? '' : ` (and ${counted(problems.length - 1, 'more problem')})`
  return `${first.file}:${first.line}:${first.column} ${first.message}${more}; until it is right, the last good version of the files plays`
}
