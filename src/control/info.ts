import { defineEndpoint } from '../contract/endpoint.ts'
import type { ControlTools } from './tools.ts'

/** What this sandbox is: version, address, seed, limits, how many businesses it holds. */
export const info = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'GET',
  path: '/_sandbox/info',
  summary: 'What this sandbox is',
  handle: ({ about, store }) => ({ body: { ...about(), businesses: store.businesses().length } }),
})
