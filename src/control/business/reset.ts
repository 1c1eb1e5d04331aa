import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'
import { noParameters } from '../../contract/no-parameters.ts'
import { clockView, presentClock } from '../clock/clock-view.ts'
import { controlEndpoint } from '../endpoint.ts'

const resetView = namedAnswer(
  'ResetBusiness',
  z.object({ key: z.string(), transactions: z.literal(0), clock: clockView }).describe('The business as it is now.'),
)

/** The business as the config declares it: nothing from before arrives afterwards. Its snapshots stay. */
export const resetBusiness = controlEndpoint({
  tag: 'Sandbox: business',
  route: 'POST /_sandbox/reset',
  name: 'resetBusiness',
  summary: 'Start this business again',
  body: noParameters,
  answer: resetView,
  async handle({ key, engine, store, reporter, journal }) {
    await reporter.through(key, async () => {
      await engine.reset(key)
      journal.forget(key)
    })
    return { body: { key, transactions: 0 as const, clock: presentClock(store, key) } }
  },
})
