import { z } from 'zod'
import { answerObject, noParameters } from '../../contract/named.ts'
import { clockView, presentClock } from '../clock/clock-view.ts'
import { controlEndpoint } from '../endpoint.ts'
import { orConflict } from '../or-conflict.ts'

const resetView = answerObject('ResetBusiness', 'The business as it is now.', {
  key: z.string(),
  transactions: z.literal(0),
  clock: clockView,
})

/** The business as the config declares it: nothing from before arrives afterwards. Its snapshots stay. */
export const resetBusiness = controlEndpoint({
  route: 'POST /_sandbox/reset',
  summary: 'Start this business again',
  body: noParameters,
  answer: resetView,
  async handle({ key, engine, store, reporter, journal }) {
    await reporter.through(key, async () => {
      await orConflict(engine.reset(key))
      journal.forget(key)
    })
    return { body: { key, transactions: 0 as const, clock: presentClock(store, key) } }
  },
})
