import type { Finding } from './findings.ts'
import type { WrittenScenario } from './schema.ts'

type WrittenExpect = NonNullable<WrittenScenario['expect']>

/** Expectations that no transaction of the scenario can meet, or that nobody would ever check. */
export function expectFindings(written: WrittenScenario): readonly Finding[] {
  const { expect } = written
  if (expect === undefined) return []
  const refuses = refusalIn(written)
  if (refuses !== null) {
    return [
      { path: ['expect'], on: 'key', message: `is never checked: ${refuses} stores no transaction; leave it out` },
    ]
  }
  const noWebhook = silenceIn(written)
  const unmet = noWebhook === null ? [] : wantsWebhook(expect).map((key) => ({ key, why: noWebhook }))
  const neverFinal = written.outcome === 'never' && expect.statusQueries !== undefined
  const all = neverFinal ? [...unmet, { key: 'statusQueries', why: 'outcome never has no final status' }] : unmet
  return [...boundFindings(expect), ...all.map(({ key, why }) => unmeetable(key, why))]
}

function unmeetable(key: string, why: string): Finding {
  return { path: ['expect', key], on: 'key', message: `cannot be met: ${why}; leave one of the two out` }
}

function refusalIn({ respond = {} }: WrittenScenario): string | null {
  if (respond.error !== undefined) return 'respond.error'
  if (respond.httpStatus !== undefined) return 'respond.httpStatus'
  return respond.fault === 'drop-before-commit' ? 'respond.fault drop-before-commit' : null
}

/** Why the story sends no webhook; null when it does. */
function silenceIn({ outcome, webhook = {} }: WrittenScenario): string | null {
  if (webhook.drop === true) return 'webhook.drop sends nothing'
  return outcome === 'never' ? 'outcome never has no final status, and so no webhook' : null
}

function wantsWebhook({ deliveries, ackedWithin }: WrittenExpect): string[] {
  const least = typeof deliveries === 'object' ? (deliveries.gte ?? 0) : (deliveries ?? 0)
  return [...(least > 0 ? ['deliveries'] : []), ...(ackedWithin === undefined ? [] : ['ackedWithin'])]
}

function boundFindings({ deliveries }: WrittenExpect): Finding[] {
  if (typeof deliveries !== 'object' || (deliveries.gte ?? 0) <= (deliveries.lte ?? Number.POSITIVE_INFINITY)) return []
  const message = 'no count lies between these bounds; write the lower one as gte'
  return [{ path: ['expect', 'deliveries'], on: 'value', message }]
}
