import { createHash } from 'node:crypto'
import { inputError, pathText, problemsOf } from '../domain/input-error.ts'
import { isDeeper, maxDepth } from '../domain/json.ts'
import { checkedWorld } from './check-world.ts'
import { type RecordKind, type WorldRecord, worldFormat, worldRecords } from './records.ts'
import { notExported, UnusableWorld } from './unusable.ts'

/**
 * Writes records as lines of JSON. Each begins with a checksum over all lines so far, so that a line that was changed, moved
 * or left out is found, and the last one's covers the whole file.
 */
export function lineWriter(): (record: WorldRecord) => string {
  let check = ''
  return (record) => {
    const rest = `${JSON.stringify(record).slice(1)}`
    check = checkOf(check, rest)
    return `{"check":"${check}",${rest}\n`
  }
}

const begin = /^\{"check":"([0-9a-f]{16})",/

function checkOf(before: string, rest: string): string {
  return createHash('sha256').update(before).update(rest).digest('hex').slice(0, 16)
}

/** Reads the lines of a file, each after the ones before it. `read` and `end` throw an `UnusableWorld`. */
export function lineReader() {
  const world = checkedWorld()
  let check = ''
  return {
    read(line: string): WorldRecord {
      if (world.lines() === 0) refuseNewer(line)
      const number = world.lines() + 1
      const [start = '', stated] = begin.exec(line) ?? []
      const rest = line.slice(start.length)
      check = checkOf(check, rest)
      if (stated !== check) throw new UnusableWorld(number, 'it is not what was exported: its checksum is wrong')
      const record = checked(parsed(`{${rest}`, number), number)
      world.add(record)
      return record
    },
    end: world.end,
  }
}

/** A newer version may also write its checksums in another way. */
function refuseNewer(line: string): void {
  const [, format] = /"format":(\d+)/.exec(line) ?? []
  if (format === undefined || !line.includes('"kind":"world"')) {
    throw notExported()
  }
  if (Number(format) <= worldFormat) return
  const problem = `The file has format ${format}, and this version of payments-sandbox reads ${worldFormat}`
  throw new UnusableWorld(null, problem, 'update')
}

function parsed(line: string, number: number): Readonly<Record<string, unknown>> {
  if (isDeeper(line, maxDepth)) {
    throw new UnusableWorld(number, `it nests deeper than ${maxDepth} levels, as nothing of a sandbox does`)
  }
  try {
    return JSON.parse(line)
  } catch {
    throw new UnusableWorld(number, 'it is not JSON')
  }
}

function checked({ kind, ...data }: { readonly kind?: unknown }, number: number): WorldRecord {
  const schema = Object.hasOwn(worldRecords, String(kind)) ? worldRecords[kind as RecordKind] : undefined
  if (schema === undefined) throw new UnusableWorld(number, `${String(kind)} is not a kind of line`)
  const result = schema.safeParse(data, inputError)
  if (result.success) return { kind, ...inOrderOf(data, result.data) } as WorldRecord
  const problems = problemsOf(result.error, schema, 'key').map(({ path, message }) => `${pathText(path)} ${message}`)
  throw new UnusableWorld(number, problems.join('; '))
}

/** Gives a value the order of keys that it had before it was read: a record that is exported again is the same bytes. */
function inOrderOf<Value>(before: unknown, value: Value): Value {
  if (before === value || !isKeyed(before) || !isKeyed(value)) return value
  if (Array.isArray(value)) return value.map((each, index) => inOrderOf(before[index], each)) as Value
  const keys = Object.keys(before).filter((key) => Object.hasOwn(value, key))
  const inOrder = [...new Set([...keys, ...Object.keys(value)])]
  return Object.fromEntries(inOrder.map((key) => [key, inOrderOf(before[key], value[key])])) as Value
}

function isKeyed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
