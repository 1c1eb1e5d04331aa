import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'
import { invalid } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { flagQuery } from '../schema-parts.ts'
import { eventStream } from './event-stream.ts'
import { refuseStream } from './open-streams.ts'

const noId = 'is not the id of an event: a whole number'

/** The timeline of a business as it happens; with `requests` the calls it receives, too. */
export const watchEvents = controlEndpoint({
  route: 'GET /_sandbox/events',
  summary: 'Events as they happen (Server-Sent Events)',
  query: z.strictObject({
    after: z
      .string()
      .regex(/^\d{1,15}$/, { error: noId })
      .optional()
      .describe('Begin with what came after the event of this id; 0 begins with the first.'),
    requests: flagQuery.describe('Send the calls that are received, too.'),
    clock: flagQuery.describe("Send the business's clock, at once and when it is set."),
    changed: flagQuery.describe('Send what has changed beside transactions: settings, default, queue, wallets, seal.'),
  }),
  headers: { 'Last-Event-ID': '`after` of a client that comes back; it overrides the parameter.' },
  answer: namedAnswer(
    'EventStream',
    z
      .string()
      .describe(
        [
          'Server-Sent Events without end. What happens to a transaction is an event of its name, with its id, and',
          '`{id, at, transactionId, reference, flow, amount, currency, event}` and its facts as data; of an attempt to',
          'deliver a webhook its `url`, too, and `signatureHelp` if it was answered 401 or 403. `request` has a call',
          'as data, as `GET /_sandbox/requests` shows it, and no id; `clock` the clock, as `GET /_sandbox/clock` shows it, and no id. `reset` says that the business started over: by a reset or a restore, with an id of its own, so that a',
          'client learns of it when it comes back, too; or because the sandbox was started again without its state.',
          '`{at, restored}` is its data: `restored` if a snapshot brought transactions back. `changed` has `{what}`:',
          '`default`, `queue`, `settings`, `wallet` or `seal`, and no id.',
        ].join(' '),
      ),
  ),
  refuses: ['quota'],
  media: ['text/event-stream'],
  handle({ key, query: { after, requests, clock, changed }, header, signal, store, journal }) {
    const lastId = header('last-event-id') ?? after
    if (lastId !== undefined && !/^\d{1,15}$/.test(lastId)) {
      throw invalid('Last-Event-ID', noId, 'leave it out to begin with what comes from now on')
    }
    refuseStream(store, key)
    const from = lastId === undefined ? null : Number(lastId)
    const wanted = { key, after: from, withRequests: requests, withClock: clock, withChanges: changed, signal }
    return { body: null, events: eventStream(wanted, { store, journal }) }
  },
})
