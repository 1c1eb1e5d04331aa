import { createdRecords } from './created-records.ts'
import { finalRecords } from './final-records.ts'
import { type Extent, type Flow, flows, type Kind, kindFor } from './record-row.ts'

export type Moment = 'created' | 'COMPLETED' | 'FAILED'
export const moments = ['created', 'COMPLETED', 'FAILED'] as const satisfies readonly Moment[]

export interface RecordRow {
  readonly flow: Flow
  readonly moment: Moment
  readonly field: string
  readonly kind: Kind
  readonly source: string
}

export function recordRows(flow: Flow, moment: Moment): readonly RecordRow[] {
  if (moment === 'created')
    return createdRecords[flow].map(([field, kind, source]) => ({ flow, moment, field, kind, source }))
  return finalRecords[flow].map(([field, completed, failed, source]) => {
    return { flow, moment, field, kind: moment === 'COMPLETED' ? completed : failed, source }
  })
}

export const everyRecordRow = flows.flatMap((flow) => moments.flatMap((moment) => recordRows(flow, moment)))

export function fieldsThere(flow: Flow, moment: Moment, extent: Extent): readonly string[] {
  return recordRows(flow, moment)
    .filter(({ kind }) => kindFor(kind, extent) !== 'absent')
    .map(({ field }) => field)
}
