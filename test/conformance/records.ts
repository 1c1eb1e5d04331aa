import { flows as declaredFlows, type Flow } from '../../src/domain/transaction.ts'
import { createdRecords } from './created-records.ts'
import { finalRecords } from './final-records.ts'
import { type Extent, type Kind, kindFor } from './record-row.ts'

export type Moment = 'created' | 'COMPLETED' | 'FAILED'
export const moments = ['created', 'COMPLETED', 'FAILED'] as const satisfies readonly Moment[]

/** The flows whose records have rows. */
export const flows = declaredFlows.filter((flow) => finalRecords[flow] !== undefined)

export interface RecordRow {
  readonly flow: Flow
  readonly moment: Moment
  readonly field: string
  readonly kind: Kind
  readonly source: string
}

export function recordRows(flow: Flow, moment: Moment): readonly RecordRow[] {
  if (moment === 'created')
    return (createdRecords[flow] ?? []).map(([field, kind, source]) => ({ flow, moment, field, kind, source }))
  return (finalRecords[flow] ?? []).map(([field, completed, failed, source]) => {
    return { flow, moment, field, kind: moment === 'COMPLETED' ? completed : failed, source }
  })
}

export const everyRecordRow = flows.flatMap((flow) => moments.flatMap((moment) => recordRows(flow, moment)))

export function fieldsThere(flow: Flow, moment: Moment, extent: Extent): readonly string[] {
  return recordRows(flow, moment)
    .filter(({ kind }) => kindFor(kind, extent) !== 'absent')
    .map(({ field }) => field)
}
