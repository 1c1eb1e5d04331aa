import { z } from 'zod'
import { answerObject, type Shown } from '../../contract/named.ts'
import { keptBytes, noKey } from '../../contract/received-call.ts'
import { isObject } from '../../domain/json.ts'
import { searchedWords } from '../../domain/searched-words.ts'
import { compileGlob } from '../../scenarios/select/glob.ts'
import { withoutLiveKeys } from '../../text.ts'
import { nextTurn } from '../../time.ts'
import { controlEndpoint } from '../endpoint.ts'
import { bodySearchQuery, chosenScenario, flagQuery, iso, limitQuery, time } from '../schema-parts.ts'
import { recordIn, textAt, transactionIdIn } from './answered-transaction.ts'
import { type ShownBody, shownBytes, shownText } from './body-excerpt.ts'
import { addressWithoutKeys, headersWithoutKeys } from './redact.ts'
import type { JournalEntry } from './tuned-kept-call.ts'

const kept = `of a longer one the first ${keptBytes / 1024} KiB`
const problem = z.string().nullable()

const requestView = answerObject('ReceivedRequest', 'A call that was received, and what it was answered.', {
  number: z.int().describe('Rises with every call, across businesses.'),
  at: time.describe("When it was answered: ISO 8601, UTC, in the business's sandbox time."),
  method: z.string(),
  path: z.string().describe('Path and query as sent.'),
  headers: z
    .record(z.string(), z.string())
    .describe('By lower-case name; keys, tokens and cookies are shown as `...`.'),
  body: z.unknown().describe(`The JSON that was sent, or the text if it is not JSON; ${kept}; null for no body.`),
  bodyText: z.string().optional().describe('The JSON as it was sent, if it was written in another way than `body` is.'),
  bodyProblem: problem.describe('Why the body is shown as text, such as `the first 16384 of 40000 bytes`.'),
  status: z.int().nullable().describe('Null if no answer was sent.'),
  answer: z.unknown().describe(`The JSON that was answered, or the text if it is not JSON; ${kept}.`),
  answerProblem: problem.describe('Why the answer is shown as text.'),
  hint: z.string().nullable().describe('What `x-sandbox-hint` said.'),
  scenario: chosenScenario.nullable(),
  fault: z
    .enum(['drop', 'malformed-json', 'caller-gone'])
    .nullable()
    .describe('Why the caller got no whole answer: a fault of its scenario, or the caller went away.'),
  durationMs: z.number().describe('Real time.'),
  transactionId: z.string().nullable().describe('The transaction that was answered, or whose OTP was submitted.'),
  reference: z.string().nullable().describe("The merchant's reference."),
})

type RequestView = Shown<typeof requestView>

const requestsView = answerObject('ReceivedRequests', 'Calls that were received, newest first.', {
  data: z.array(requestView),
})

export const listRequests = controlEndpoint({
  route: 'GET /_sandbox/requests',
  summary: 'Calls that were received, newest first',
  query: z.strictObject({
    path: z
      .string()
      .optional()
      .describe('Beginning of the path, without its query; with `*` or `?` a glob for the whole path.'),
    status: z
      .string()
      .regex(/^[1-5](?:\d\d|xx)$/, { error: 'is not a status such as 400 or 4xx' })
      .optional()
      .describe('Status that was answered: `400`, or `4xx` for all of them.'),
    transactionId: z.string().optional().describe('Id of the transaction that was answered.'),
    search: bodySearchQuery,
    keyless: flagQuery.describe('Calls without a usable key, of no business, in place of the calls of this business.'),
    before: z.coerce.number().int().min(1).optional().describe('Only those with a lower `number`, for an older page.'),
    limit: limitQuery,
  }),
  answer: requestsView,
  needsStorage: false,
  async handle({ key, query: { limit, transactionId, search = '', keyless, before = Infinity, ...filter }, journal }) {
    const found = journal.newest(keyless ? noKey : key).filter(filterOf({ ...filter, before }))
    const words = searchedWords(search)
    const data: RequestView[] = []
    for (const [index, entry] of found.entries()) {
      if (data.length === limit) break
      if (index > 0 && index % mostInTurn === 0) await nextTurn()
      const call = presentRequest(entry)
      const isWanted = transactionId === undefined || call.transactionId === transactionId
      if (isWanted && hasWords(call, words)) data.push(call)
    }
    return { body: { data } }
  },
})

/** Calls that are shown in one turn of the event loop. */
const mostInTurn = 100

/** Searches what is shown: so no key is found by its letters. */
function hasWords(call: RequestView, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { method, path, body, bodyText, answer, status, hint, scenario, fault, transactionId, reference } = call
  const bodies = [body, answer].map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  const about = [method, path, status, hint, scenario?.name, fault, transactionId, reference]
  const text = [...about, ...bodies, bodyText].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

interface Filter {
  readonly path?: string | undefined
  readonly status?: string | undefined
  readonly before: number
}

function filterOf({ path = '', status = '', before }: Filter) {
  const fitsPath = /[*?]/.test(path) ? compileGlob(path) : (sent: string) => sent.startsWith(path)
  const digits = status.replace('xx', '')
  return ({ number, call }: JournalEntry): boolean => {
    if (number >= before) return false
    const [sent = ''] = call.url.split('?')
    return fitsPath(sent) && (status === '' || String(call.status).startsWith(digits))
  }
}

export function presentRequest({ number, at, call }: JournalEntry) {
  const { method, url, rawHeaders, body, status, hint, scenario, fault, durationMs } = call
  const headers = headersWithoutKeys(rawHeaders)
  const sent = shownBytes(body.start, Math.max(body.bytes, Number(headers['content-length'] ?? 0) || 0))
  const answer = shownText(call.answer, call.answerLength)
  return {
    number,
    at: iso(at),
    method,
    path: addressWithoutKeys(url),
    headers,
    body: sent.body,
    ...bodyText(body.start, sent),
    bodyProblem: sent.problem,
    status,
    answer: answer.body,
    answerProblem: answer.problem,
    hint: hint === undefined ? null : withoutLiveKeys(hint),
    scenario: scenario ?? null,
    fault,
    durationMs: Math.round(durationMs),
    ...namesIn(call.meant ?? answer.body, sent.body),
  }
}

/** The text of a JSON body if its form differs from ours and no live key can hide in it. */
function bodyText(start: Buffer | null, { body, problem }: ShownBody): { readonly bodyText?: string } {
  if (start === null || body === null || problem !== null) return {}
  const text = start.toString('utf8')
  const isPlain = !text.includes('\\u') && withoutLiveKeys(text) === text
  return isPlain && text !== JSON.stringify(body) ? { bodyText: text } : {}
}

function namesIn(answer: unknown, sent: unknown) {
  const reference = textAt(recordIn(answer), 'reference_business') ?? textAt(sent, 'reference')
  return {
    transactionId: transactionIdIn(answer) ?? otpOwnerIn(sent),
    reference: reference === null ? null : withoutLiveKeys(reference),
  }
}

/** A submission of an OTP names its transaction, which a refusal does not. */
function otpOwnerIn(sent: unknown): string | null {
  return isObject(sent) && 'otp' in sent ? textAt(sent, 'id') : null
}
