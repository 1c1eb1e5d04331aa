import { z } from 'zod'
import { defineEndpoint } from '../contract/endpoint.ts'
import { presentClock } from './present.ts'
import type { ControlTools } from './tools.ts'

/** The business as the config declares it: nothing of its old world arrives afterwards. */
export const resetBusiness = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'POST',
  path: '/_sandbox/reset',
  summary: 'Start this business again',
  body: z.strictObject({}),
  async handle({ key, engine, store }) {
    await engine.reset(key)
    return { body: { key, transactions: 0, clock: presentClock(store, key) } }
  },
})
