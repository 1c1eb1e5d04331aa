import { z } from 'zod'
import { answerObject } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'

/** What this sandbox is. */
const infoView = answerObject('SandboxInfo', 'What this sandbox is.', {
  version: z.string(),
  url: z.string().describe('Where this sandbox listens.'),
  seed: z.int().describe('Seed of every id and number.'),
  mode: z.enum(['automatic', 'manual']),
  limits: z.record(z.string(), z.number()).describe('Largest body in bytes, most webhooks under way at once.'),
  businesses: z.int().describe('How many businesses were written to.'),
})

/** What this sandbox is: version, address, seed, limits, how many businesses it holds. */
export const showInfo = controlEndpoint({
  route: 'GET /_sandbox/info',
  summary: 'What this sandbox is',
  answer: infoView,
  handle: ({ about, store }) => ({ body: { ...about(), businesses: store.businesses().length } }),
})
