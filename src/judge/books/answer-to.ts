import type { BookAnswer } from '../rules/books.ts'
import { NotChecked } from './not-checked.ts'
import type { ProbeRead } from './probe.ts'

/** The answer, or why there is none. */
export async function answerTo<Name, Row>(
  name: Name,
  ask: (name: Name) => Promise<ProbeRead<Row>>,
): Promise<BookAnswer<Row>> {
  try {
    return await ask(name)
  } catch (error) {
    if (!(error instanceof NotChecked)) throw error
    const { why, answer, isUnreachable } = error
    return { unasked: { why, answer }, isUnreachable }
  }
}
