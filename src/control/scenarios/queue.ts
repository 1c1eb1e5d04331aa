import { z } from 'zod'
import { namedRequest } from '../../contract/named.ts'
import { mostQueued, type QueueEntry, weightOf } from '../../domain/business.ts'
import type { JsonObject } from '../../domain/json.ts'
import { queuedMatchProblems } from '../../scenarios/lint/queued-match.ts'
import { invalid } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { queueView } from './scenario-views.ts'
import { scenarioNamed } from './scenarios.ts'

const queueRequest = z.strictObject({
  use: z.string().describe('Name of the scenario.'),
  times: z.int().min(1).max(1000).default(1).describe('For so many requests. Default: 1.'),
  // Judged as in a scenario file, kept as it was written.
  match: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null).optional(),
})

export const listQueue = controlEndpoint({
  route: 'GET /_sandbox/scenarios/queue',
  summary: 'Queued scenarios',
  answer: queueView,
  handle: ({ key, store }) => ({ body: { data: store.business(key).queue.map(presentQueueEntry) } }),
})

/** Queues a scenario for the next request, or the next `times`, that it can happen to and that fits `match`. */
export const addToQueue = controlEndpoint({
  route: 'POST /_sandbox/scenarios/queue',
  summary: 'Queue a scenario for the next request that it fits',
  body: namedRequest(
    'QueueRequest',
    queueRequest,
    queueRequest.extend({
      match: z.looseObject({}).optional().describe('Which requests, as `match` in a scenario file.'),
    }),
  ),
  answer: queueView,
  async handle({ key, body: { use, times, match }, store, ...tools }) {
    const scenario = scenarioNamed(tools, key, use, 'invalid')
    const problems = match === undefined ? [] : queuedMatchProblems(match, scenario)
    if (problems.length > 0) throw invalid('', problems.join('; '))
    const entry = { use, remaining: times, match: match ?? null }
    await store.perform(key, {}, ({ business }) => {
      const weight = [...business.queue, entry].reduce((sum, one) => sum + weightOf(one.match), 0)
      if (weight > mostQueued) {
        const problem = `a queue has at most ${mostQueued} entries and patterns, and more would wait`
        throw invalid('', problem, ['empty it first: ', { do: 'clear-queue' }])
      }
      return { result: null, changes: [{ change: 'queue.add', entry }] }
    })
    return { body: { data: store.business(key).queue.map(presentQueueEntry) } }
  },
})

export const clearQueue = controlEndpoint({
  route: 'DELETE /_sandbox/scenarios/queue',
  summary: 'Empty the queue',
  answer: queueView,
  async handle({ key, store }) {
    const { opened } = store.business(key)
    await store.perform(key, {}, () => ({ result: null, changes: opened ? [{ change: 'queue.clear' }] : [] }))
    return { body: { data: [] } }
  },
})

export function presentQueueEntry({ use, remaining, match }: QueueEntry) {
  return { use, remaining, ...(match === null ? {} : { match }) }
}
