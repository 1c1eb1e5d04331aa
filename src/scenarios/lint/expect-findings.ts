import type { Finding } from '../files/findings.ts'
import type { WrittenScenario } from '../language/file.ts'

/** Expectations that nothing meets, whatever the story is; JSON Schema cannot compare numbers. */
export function expectFindings({ expect }: WrittenScenario): readonly Finding[] {
  const deliveries = expect?.deliveries
  if (typeof deliveries !== 'object') return []
  if ((deliveries.gte ?? 0) <= (deliveries.lte ?? Number.POSITIVE_INFINITY)) return []
  const message = 'no count lies between these bounds; write the lower one as gte'
  return [{ path: ['expect', 'deliveries'], on: 'value', message }]
}
