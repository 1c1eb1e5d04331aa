import { presentClock } from '../clock/present-clock.ts'
import { controlEndpoint } from '../endpoint.ts'
import { businessesView } from './business-views.ts'

/** Every business that somebody has written to. */
export const listBusinesses = controlEndpoint({
  tag: 'Sandbox: business',
  method: 'GET',
  path: '/_sandbox/businesses',
  name: 'listBusinesses',
  summary: 'All businesses',
  answer: businessesView,
  handle: ({ store }) => ({
    body: store
      .businesses()
      .map(({ key, transactions }) => ({ key, name: key, transactions, clock: presentClock(store, key) })),
  }),
})
