import { defineEndpoint } from '../../contract/endpoint.ts'
import { infoView } from '../business/business-views.ts'
import type { ControlTools } from '../tools.ts'

/** What this sandbox is: version, address, seed, limits, how many businesses it holds. */
export const info = defineEndpoint<ControlTools>()({
  area: 'control',
  tag: 'Sandbox: about',
  method: 'GET',
  path: '/_sandbox/info',
  name: 'showInfo',
  summary: 'What this sandbox is',
  answer: infoView,
  handle: ({ about, store }) => ({ body: { ...about(), businesses: store.businesses().length } }),
})
