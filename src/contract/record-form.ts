import type { z } from 'zod'
import { answerRecord } from './named.ts'

/** A field of a record: what it can be, and what it is at a moment; undefined where the record has no such field then. */
export interface RecordField<Moment, Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema
  readonly show: (moment: Moment) => z.output<Schema>
}

/** Makes the fields of records that are shown at such a moment. */
export function recordFieldOf<Moment>() {
  return <Schema extends z.ZodType>(schema: Schema, show: (moment: Moment) => z.output<Schema>) => ({ schema, show })
}

/** Makes the forms of records that are shown at such a moment: the keys in this order, in the schema and in what is shown. */
export function recordFormOf<Moment>() {
  return <Key extends string, Fields extends Readonly<Record<Key, RecordField<Moment>>>>(
    id: string,
    description: string,
    keys: readonly Key[],
    fields: Fields,
  ) => {
    const shape = Object.fromEntries(keys.map((key) => [key, fields[key].schema]))
    const schema = answerRecord(id, description, shape as { readonly [K in Key]: Fields[K]['schema'] })
    const shown = keys.map((key) => ({ key, show: fields[key].show }))
    const present = (moment: Moment): z.output<typeof schema> => {
      const record: Record<string, unknown> = {}
      for (const { key, show } of shown) {
        const value = show(moment)
        if (value !== undefined) record[key] = value
      }
      return record as z.output<typeof schema>
    }
    return { schema, present }
  }
}
