import { infoView } from '../business/business-views.ts'
import { controlEndpoint } from '../endpoint.ts'

/** What this sandbox is: version, address, seed, limits, how many businesses it holds. */
export const info = controlEndpoint({
  tag: 'Sandbox: about',
  method: 'GET',
  path: '/_sandbox/info',
  name: 'showInfo',
  summary: 'What this sandbox is',
  answer: infoView,
  handle: ({ about, store }) => ({ body: { ...about(), businesses: store.businesses().length } }),
})
