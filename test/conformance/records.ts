import { createdRecords } from './created-records.ts'
import { finalRecords } from './final-records.ts'
import { type Extent, type Flow, flows, type Kind, kindFor } from './record-row.ts'

/** When a record is shown: by the create call, or by webhooks and queries once it is final. */
export type Moment = 'created' | 'COMPLETED' | 'FAILED'
export const moments = ['created', 'COMPLETED', 'FAILED'] as const satisfies readonly Moment[]

/** A field of a flow's record at a moment. */
export interface RecordRow {
  readonly flow: Flow
  readonly moment: Moment
  readonly field: string
  readonly kind: Kind
  readonly source: string
}

/** The fields of a flow's record at a moment, in their order. */
export function recordRows(flow: Flow, moment: Moment): readonly RecordRow[] {
  if (moment === 'created')
    return createdRecords[flow].map(([field, kind, source]) => ({ flow, moment, field, kind, source }))
  return finalRecords[flow].map(([field, completed, failed, source]) => {
    return { flow, moment, field, kind: moment === 'COMPLETED' ? completed : failed, source }
  })
}

/** Every row of the tables of records. */
export const everyRecordRow = flows.flatMap((flow) => moments.flatMap((moment) => recordRows(flow, moment)))

/** The fields that are there after a request of this extent, in their order. */
export function fieldsThere(flow: Flow, moment: Moment, extent: Extent): readonly string[] {
  return recordRows(flow, moment)
    .filter(({ kind }) => kindFor(kind, extent) !== 'absent')
    .map(({ field }) => field)
}
