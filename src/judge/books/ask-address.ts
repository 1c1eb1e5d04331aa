import { jsonIn } from '../../domain/json.ts'
import { longestAnswerMs, NotChecked, reasonOf, tooLong } from './not-checked.ts'
import { openingOf, startOf } from './start-of.ts'
import { within } from './within.ts'

export type Ask = (url: string, options: RequestInit) => Promise<Response>

/** The probe's answer; `row` is null if the books have none. */
export interface Asked {
  readonly row: unknown
  readonly text: string
  /** Who was asked, for messages. */
  readonly what: string
}

/** Asks the merchant's server with GET. Throws a `NotChecked`. */
export async function askAddress(url: string, ask: Ask): Promise<Asked> {
  const what = `the probe ${url}`
  const { status, ok, whole } = await within(longestAnswerMs, async (signal) => {
    const response = await ask(url, { signal })
    const { text: whole, isCut } = await startOf(response)
    if (isCut) throw tooLong(what)
    return { status: response.status, ok: response.ok, whole }
  }).catch((error) => {
    if (error instanceof NotChecked) throw error
    throw new NotChecked(`${what} cannot be asked (${reasonOf(error)}): is your server running?`, true)
  })
  const text = whole.trim()
  if (status === 404) return { row: null, text: `404 ${text}`.trim(), what }
  if (!ok) {
    const isClosed = status === 401 || status === 403
    const mend = isClosed
      ? 'write what it asks for under headers, of the plan or the probe'
      : 'let it answer 200 for every order'
    throw new NotChecked(`${what} answered ${status}: ${mend}`, false, openingOf(text))
  }
  const row = jsonIn(text)
  if (row === undefined) {
    throw new NotChecked(`${what} answers no JSON: name the address of an API, not of a page`)
  }
  return { row, text, what }
}
