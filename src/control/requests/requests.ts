import { z } from 'zod'
import { compileGlob } from '../../scenarios/select/glob.ts'
import { controlEndpoint } from '../endpoint.ts'
import { limitQuery } from '../queries.ts'
import type { JournalEntry } from './journal.ts'
import { presentRequest } from './present-request.ts'
import { requestsView } from './request-views.ts'

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
    limit: limitQuery,
  }),
  answer: requestsView,
  needsStorage: false,
  handle: ({ key, query: { limit, ...filter }, journal }) => ({
    body: { data: journal.newest(key).filter(filterOf(filter)).slice(0, limit).map(presentRequest) },
  }),
})

/** Which calls are asked for. */
function filterOf({
  path = '',
  status = '',
}: {
  readonly path?: string | undefined
  readonly status?: string | undefined
}) {
  const fitsPath = /[*?]/.test(path) ? compileGlob(path) : (sent: string) => sent.startsWith(path)
  const digits = status.replace('xx', '')
  return ({ call }: JournalEntry): boolean => {
    const [sent = ''] = call.url.split('?')
    return fitsPath(sent) && (status === '' || String(call.status).startsWith(digits))
  }
}
