import { z } from 'zod'
import { answerObject } from '../../contract/named.ts'
import { keptBytes, noKey } from '../../contract/received-call.ts'
import { compileGlob } from '../../scenarios/select/glob.ts'
import { controlEndpoint } from '../endpoint.ts'
import { limitQuery } from '../queries.ts'
import { time } from '../view-parts.ts'
import { presentRequest } from './present-request.ts'
import type { JournalEntry } from './tuned-kept-call.ts'

/** The schemas of the journal; present-request.ts makes the values. */

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
  body: z.unknown().describe(`The JSON that was sent; where it is none, the text; ${kept}; null for no body.`),
  bodyText: z.string().optional().describe('The JSON as it was sent, if it was written in another way than `body` is.'),
  bodyProblem: problem.describe('Why the body is shown as text, such as `the first 16384 of 40000 bytes`.'),
  status: z.int().nullable().describe('Null if no answer was sent.'),
  answer: z.unknown().describe(`The JSON that was answered; where it is none, the text; ${kept}.`),
  answerProblem: problem.describe('Why the answer is shown as text.'),
  hint: z.string().nullable().describe('What `x-sandbox-hint` said.'),
  scenario: z.string().nullable().describe('What `x-sandbox-scenario` said: which scenario, and what chose it.'),
  fault: z
    .enum(['drop', 'malformed-json', 'caller-gone'])
    .nullable()
    .describe('Why the caller got no whole answer: a fault of its scenario, or the caller went away.'),
  durationMs: z.number().describe('Real time.'),
  transactionId: z.string().nullable().describe('The transaction that was answered.'),
  reference: z.string().nullable().describe("The merchant's reference."),
})

const requestsView = answerObject('ReceivedRequests', 'Calls that were received, newest first.', {
  data: z.array(requestView),
})

/** The calls to the service's routes that this business's key made, refused ones too; a reset forgets them. */
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
    keyless: z
      .enum(['true', 'false'])
      .default('false')
      .describe('Calls without a usable key, of no business, in place of the calls of this business.'),
    limit: limitQuery,
  }),
  answer: requestsView,
  needsStorage: false,
  handle({ key, query: { limit, transactionId, keyless, ...filter }, journal }) {
    const found = journal.newest(keyless === 'true' ? noKey : key).filter(filterOf(filter))
    if (transactionId === undefined) return { body: { data: found.slice(0, limit).map(presentRequest) } }
    const own = found.map(presentRequest).filter((call) => call.transactionId === transactionId)
    return { body: { data: own.slice(0, limit) } }
  },
})

function filterOf({ path = '', status = '' }: { path?: string | undefined; status?: string | undefined }) {
  const fitsPath = /[*?]/.test(path) ? compileGlob(path) : (sent: string) => sent.startsWith(path)
  const digits = status.replace('xx', '')
  return ({ call }: JournalEntry): boolean => {
    const [sent = ''] = call.url.split('?')
    return fitsPath(sent) && (status === '' || String(call.status).startsWith(digits))
  }
}
