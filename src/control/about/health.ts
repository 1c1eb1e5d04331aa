import { z } from 'zod'
import { ControlError } from '../../contract/control-error.ts'
import { namedAnswer } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'

const healthView = namedAnswer('Health', z.object({ status: z.literal('ok') }).describe('All is well.'))

/** The process is up. */
export const live = controlEndpoint({
  tag: 'Sandbox: about',
  route: 'GET /_sandbox/health/live',
  name: 'checkLive',
  summary: 'The process is up',
  answer: healthView,
  needsStorage: false,
  handle: () => ({ body: { status: 'ok' as const } }),
})

/** The database is open and the scheduler runs. */
export const ready = controlEndpoint({
  tag: 'Sandbox: about',
  route: 'GET /_sandbox/health/ready',
  name: 'checkReady',
  summary: 'Database open, scenarios loaded, scheduler running',
  answer: healthView,
  refuses: ['conflict'],
  needsStorage: false,
  handle({ store, engine }) {
    if (!store.isOpen()) throw new ControlError('conflict', 'The database is not open')
    if (!engine.isRunning) throw new ControlError('conflict', 'The scheduler is not running')
    return { body: { status: 'ok' as const } }
  },
})
