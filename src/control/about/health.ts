import { z } from 'zod'
import { ControlError } from '../../contract/control-error.ts'
import { answerObject } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'

const healthView = answerObject('Health', 'All is well.', { status: z.literal('ok') })

/** The process is up. */
export const checkLive = controlEndpoint({
  route: 'GET /_sandbox/health/live',
  summary: 'The process is up',
  answer: healthView,
  needsStorage: false,
  handle: () => ({ body: { status: 'ok' as const } }),
})

/** The database is open and the scheduler runs. */
export const checkReady = controlEndpoint({
  route: 'GET /_sandbox/health/ready',
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
