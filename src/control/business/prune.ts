import { z } from 'zod'
import { namedRequest } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'
import { iso } from '../iso-time.ts'
import { durationText } from '../queries.ts'
import { prunedView } from './snapshot-views.ts'

/** Deletes what is long final: the database keeps its size in use, and what is pending is never touched. */
export const pruneBusiness = controlEndpoint({
  tag: 'Sandbox: business',
  method: 'POST',
  path: '/_sandbox/prune',
  name: 'pruneBusiness',
  summary: 'Delete old transactions of this business',
  body: namedRequest(
    'PruneRequest',
    z.strictObject({
      olderThan: durationText.describe('For how long a transaction must have been final: a duration such as 30d.'),
    }),
  ),
  answer: prunedView,
  async handle({ key, body: { olderThan }, store, reporter }) {
    const { before, ...counts } = await reporter.through(key, 'put back', () => store.prune(key, olderThan))
    return { body: { before: iso(before), ...counts } }
  },
})
