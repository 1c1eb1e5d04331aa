import { defineEndpoint } from '../contract/endpoint.ts'
import { presentClock } from './present.ts'
import type { ControlTools } from './tools.ts'

/** Every business that somebody has written to. */
export const listBusinesses = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'GET',
  path: '/_sandbox/businesses',
  summary: 'All businesses',
  handle: ({ store }) => ({
    body: store
      .businesses()
      .map(({ key, transactions }) => ({ key, name: key, transactions, clock: presentClock(store, key) })),
  }),
})
