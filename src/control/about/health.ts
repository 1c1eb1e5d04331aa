import { z } from 'zod'
import { answerObject } from '../../contract/named.ts'
import { brokenFilesText } from '../../words/errors/of-business.ts'
import { refusal } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { brokenFiles } from '../scenarios/scenario-views.ts'

const healthView = answerObject('Health', 'All is well.', { status: z.literal('ok') })

export const checkLive = controlEndpoint({
  route: 'GET /_sandbox/health/live',
  anyKey: true,
  summary: 'The process is up',
  answer: healthView,
  needsStorage: false,
  handle: () => ({ body: { status: 'ok' as const } }),
})

const readyView = answerObject('Readiness', 'The sandbox is ready.', {
  status: z.literal('ok'),
  warning: z
    .string()
    .optional()
    .describe('What is wrong with the scenario files, while their last good version plays.'),
})

export const checkReady = controlEndpoint({
  route: 'GET /_sandbox/health/ready',
  anyKey: true,
  summary: 'Database open, scenarios loaded, scheduler running',
  answer: readyView,
  refuses: ['conflict', 'draining'],
  needsStorage: false,
  handle({ store, engine, scenarioProblems, about }) {
    if (about().isDraining) throw refusal({ why: 'stops-soon' })
    if (!store.isOpen()) throw refusal({ why: 'database-closed' })
    if (!engine.isRunning) throw refusal({ why: 'scheduler-stopped' })
    const broken = brokenFiles(scenarioProblems())
    const warning = broken && brokenFilesText(broken)
    return { body: { status: 'ok' as const, ...(warning === null ? {} : { warning }) } }
  },
})

const infoView = answerObject('SandboxInfo', 'What this sandbox is.', {
  version: z.string(),
  url: z.string().describe('Where this sandbox listens.'),
  pid: z.int().describe('Id of its process.'),
  seed: z.int().describe('Seed of every id and number.'),
  mode: z.enum(['automatic', 'manual']),
  limits: z.record(z.string(), z.number()).describe('Largest body in bytes, most webhooks under way at once.'),
  businesses: z.int().describe('How many businesses were written to.'),
  slots: z.string().nullable().describe('The slots of keys that this process serves; null for all.'),
})

export const showInfo = controlEndpoint({
  route: 'GET /_sandbox/info',
  anyKey: true,
  summary: 'What this sandbox is',
  answer: infoView,
  handle({ about, store }) {
    const { isDraining: _, ...info } = about()
    return { body: { ...info, businesses: store.size().businesses } }
  },
})
