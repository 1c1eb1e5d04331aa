type SqlValue = string | number | null

/** A row of a raw statement: the values of its columns, in the order of the select. */
export type RawRow = readonly SqlValue[]

/** A field that is kept as JSON; null stays NULL. */
interface JsonColumn {
  readonly json: string
}

interface FlagColumn {
  readonly flag: string
}

/** The column of each field: its name alone if the value is stored as it is. */
export type Columns<T> = {
  readonly [F in keyof T]-?: [T[F]] extends [SqlValue] ? string : [T[F]] extends [boolean] ? FlagColumn : JsonColumn
}

interface Field {
  readonly field: string
  readonly column: string
  readonly write: ((value: unknown) => SqlValue) | null
  readonly read: ((stored: SqlValue) => unknown) | null
}

/**
 * The columns of a table, named once: its insert, its select and the mapping derive from them. `keys` are the columns
 * beside the fields: whose row it is, and what only searches use.
 */
export function columnsOf<T extends object>(table: string, keys: readonly string[], columns: Columns<T>) {
  const fields = Object.entries<string | JsonColumn | FlagColumn>(columns).map(toField)
  const names = [...keys, ...fields.map(({ column }) => column)]
  return {
    table,
    names,
    /** Inserts a row: the values of the keys, then `values`. */
    insert: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    /** What to select, in the order in which `read` takes it. */
    select: fields.map(({ column }) => `${table}.${column}`).join(', '),
    values: (item: T) => valuesOf(item, fields),
    only<F extends keyof T>(...wanted: readonly F[]) {
      const some = fields.filter(({ field }) => (wanted as readonly PropertyKey[]).includes(field))
      return {
        set: some.map(({ column }) => `${column} = ?`).join(', '),
        values: (item: Pick<T, F>) => valuesOf(item, some),
      }
    },
    /** Adds the fields to an object; `from` is the place of the first of them in a raw row. */
    read<Others extends object>(row: RawRow, from: number, others: Others): Others & T {
      const record = others as Record<string, unknown>
      let place = from
      for (const { field, read } of fields) {
        const stored = row[place++] ?? null
        record[field] = read === null ? stored : read(stored)
      }
      return record as Others & T
    },
  }
}

function valuesOf(item: object, fields: readonly Field[]): SqlValue[] {
  const record = item as Readonly<Record<string, unknown>>
  return fields.map(({ field, write }) => (write === null ? (record[field] as SqlValue) : write(record[field])))
}

function toField([field, column]: [string, string | JsonColumn | FlagColumn]): Field {
  if (typeof column === 'string') return { field, column, write: null, read: null }
  if ('flag' in column) {
    return { field, column: column.flag, write: (value) => (value ? 1 : 0), read: (stored) => stored === 1 }
  }
  return {
    field,
    column: column.json,
    write: (value) => (value === null ? null : JSON.stringify(value)),
    read: (stored) => (stored === null ? null : JSON.parse(String(stored))),
  }
}
