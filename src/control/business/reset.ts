import { z } from 'zod'
import { ControlError } from '../../contract/control-error.ts'
import { answerObject, requestBody } from '../../contract/named.ts'
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
  body: requestBody('ResetRequest', {
    drop: z
      .boolean()
      .default(false)
      .describe('true: delete a sealed business with its snapshots, as if its key had never been used.'),
  }),
  answer: resetView,
  refuses: ['conflict'],
  whenSealed: true,
  async handle({ key, body: { drop }, engine, store, drafts, reporter, journal }) {
    if (drop !== store.isSealed(key)) {
      throw drop
        ? new ControlError(
            'conflict',
            `The business ${key} is not sealed`,
            '`payments-sandbox seal` first: nothing may happen to what is dropped',
          )
        : new ControlError(
            'conflict',
            `The business ${key} is sealed`,
            'unseal it, or drop it: `payments-sandbox reset --drop`',
          )
    }
    await reporter.through(key, async () => {
      await orConflict(drop ? engine.replace(key, () => store.drop(key)) : engine.reset(key))
      drafts.forget(key)
      journal.forget(key)
    })
    return { body: { key, transactions: 0 as const, clock: presentClock(store, key) } }
  },
})
