import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'
import { clockView, presentClock } from '../clock/clock-view.ts'
import { controlEndpoint } from '../endpoint.ts'

const businessesView = namedAnswer(
  'Businesses',
  z
    .array(
      namedAnswer(
        'BusinessSummary',
        z
          .object({ key: z.string(), name: z.string(), transactions: z.int(), clock: clockView })
          .describe('One business.'),
      ),
    )
    .describe('Every business that was written to.'),
)

/** Every business that was written to. */
export const listBusinesses = controlEndpoint({
  tag: 'Sandbox: business',
  route: 'GET /_sandbox/businesses',
  name: 'listBusinesses',
  summary: 'All businesses',
  answer: businessesView,
  handle: ({ store }) => ({
    body: store
      .businesses()
      .map(({ key, transactions }) => ({ key, name: key, transactions, clock: presentClock(store, key) })),
  }),
})
