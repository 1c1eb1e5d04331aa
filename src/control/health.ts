import { ControlError } from '../contract/control-error.ts'
import { defineEndpoint } from '../contract/endpoint.ts'
import type { ControlTools } from './tools.ts'

/** The process is up. */
export const live = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'GET',
  path: '/_sandbox/health/live',
  summary: 'The process is up',
  handle: () => ({ body: { status: 'ok' } }),
})

/** The database is open and the scheduler runs. */
export const ready = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'GET',
  path: '/_sandbox/health/ready',
  summary: 'Database open, scenarios loaded, scheduler running',
  handle({ store, engine }) {
    if (!store.isOpen()) throw new ControlError('conflict', 'The database is not open')
    if (!engine.isRunning) throw new ControlError('conflict', 'The scheduler is not running')
    return { body: { status: 'ok' } }
  },
})
