import { noParameters } from '../../contract/no-parameters.ts'
import { presentClock } from '../clock/present-clock.ts'
import { controlEndpoint } from '../endpoint.ts'
import { resetView } from './business-views.ts'

/** The business as the config declares it: nothing of its old world arrives afterwards. Its snapshots stay. */
export const resetBusiness = controlEndpoint({
  tag: 'Sandbox: business',
  method: 'POST',
  path: '/_sandbox/reset',
  name: 'resetBusiness',
  summary: 'Start this business again',
  body: noParameters,
  answer: resetView,
  async handle({ key, engine, store, reporter, journal }) {
    await reporter.through(key, 'started again', () => engine.reset(key))
    journal.forget(key)
    return { body: { key, transactions: 0 as const, clock: presentClock(store, key) } }
  },
})
