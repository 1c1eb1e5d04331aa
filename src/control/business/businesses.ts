import { z } from 'zod'
import { answerList, answerObject } from '../../contract/named.ts'
import { clockView, presentClock } from '../clock/clock-view.ts'
import { controlEndpoint } from '../endpoint.ts'

const businessesView = answerList(
  'Businesses',
  'Every business that was written to.',
  answerObject('BusinessSummary', 'One business.', {
    key: z.string(),
    name: z.string(),
    transactions: z.int(),
    clock: clockView,
  }),
)

/** Every business that was written to. */
export const listBusinesses = controlEndpoint({
  route: 'GET /_sandbox/businesses',
  summary: 'All businesses',
  answer: businessesView,
  handle: ({ store }) => ({
    body: store
      .businesses()
      .map(({ key, transactions }) => ({ key, name: key, transactions, clock: presentClock(store, key) })),
  }),
})
