import { isObject } from '../../../domain/json.ts'
import { flowHas } from '../../../domain/transaction.ts'
import type { Body } from '../../read/bodies.ts'
import { isFinal } from '../../read/turns.ts'
import type { Observation } from '../observation.ts'
import { compareShape } from './body-shape.ts'
import { type FieldRow, recordFields } from './record-fields.ts'
import type { RecordPair } from './record-pair.ts'

/** Compares two records: the status, and if it is the same the fields. */
export function* compareRecords(pair: RecordPair): Generator<Observation> {
  const { recorded, own, where, transaction } = pair
  const decision = flowHas(transaction.flow, 'account') && isFinal(recorded) ? 'D30' : 'D33'
  yield { decision, what: `status in ${where}`, recorded: recorded.status, own: own.status, causes: 'status' }
  if (recorded.status !== own.status) return
  yield* compareShape(recorded, own, where)
  for (const name of ['customer', 'metadata', 'virtual_account']) yield* compareObjects(name, pair)
  for (const row of recordFields) yield* compareField(row, pair)
}

function* compareObjects(name: string, { recorded, own, where }: RecordPair): Generator<Observation> {
  if (!(name in recorded && name in own)) return
  const [one, other] = [recorded[name], own[name]]
  const decision = name === 'metadata' ? 'D23' : 'D38'
  if (isObject(one) && isObject(other)) yield* compareShape(one, other, `${name} of ${where}`, decision)
  else if (one !== other) yield { decision, what: `${name} in ${where}`, recorded: one, own: other }
}

function* compareField(row: FieldRow, pair: RecordPair): Generator<Observation> {
  const { field, form = (value) => value, names, says, isSame, causes } = row
  const value = valueAt(pair.recorded, field)
  const recorded = value === undefined ? undefined : form(value, pair, false)
  if (recorded === undefined) return
  const ownValue = valueAt(pair.own, field)
  const own = ownValue === undefined ? undefined : form(ownValue, pair, true)
  yield {
    decision: typeof row.decision === 'function' ? row.decision(pair, value) : row.decision,
    what: `${row.what ?? field.split('.').at(-1)} in ${pair.where}`,
    recorded,
    own,
    isSame: own === undefined ? null : isSame?.(recorded, own, pair),
    names: names?.(value, pair),
    says: says?.(value, pair),
    causes,
  }
}

function valueAt(body: Body, field: string): unknown {
  return field.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), body)
}
