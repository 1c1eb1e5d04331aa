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

/** The settings of the calling business, and the secrets that sign its webhooks. */
export const showBusiness = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'GET',
  path: '/_sandbox/business',
  summary: 'Settings of this business',
  handle({ key, store, signingSecrets }) {
    const business = store.business(key)
    return { body: { key, ...business.settings, ...signingSecrets(business) } }
  },
})
