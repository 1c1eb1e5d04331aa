import { expect } from 'vitest'
import type { Answer } from '../support/call.ts'
import { fieldsThere } from './records.ts'
import { errorTitles, shapeOf, shapes } from './shapes.ts'
import type { RecordName, StatusRow } from './status-row.ts'

export function expectSame(declared: readonly string[], rows: readonly string[]): void {
  expect([
    ...declared.filter((line) => !rows.includes(line)).map((line) => `declared, but without a row: ${line}`),
    ...rows.filter((line) => !declared.includes(line)).map((line) => `a row, but not declared: ${line}`),
  ]).toEqual([])
}

export function expectAnswer({ status, body, text, headers }: Answer, row: Omit<StatusRow, 'ask'>): void {
  expect(status, text).toBe(row.status)
  if (isRecord(row.shape)) expectRecord(body, records[row.shape])
  else expect(shapeOf(body)).toBe(shapes[row.shape].shape)
  if (row.retryAfter) expect(headers['retry-after']).toMatch(/^(?:1|3600|359\d)$/)
  if (row.message === null) return
  const said = Array.isArray(body) ? body.map(({ message }) => message) : body.message
  expect(said).toEqual(row.message)
  if (!Array.isArray(body)) expect([body.statusCode, body.error]).toEqual([row.status, errorTitles[row.status]])
}

interface Shown {
  readonly fields: readonly string[]
  readonly status: string
  readonly isList?: true
}

const records: Readonly<Record<RecordName, Shown>> = {
  'created mobile money record': { fields: fieldsThere('mobile-money', 'created', 'full'), status: 'INITIATED' },
  'created mobile money record, PENDING': { fields: fieldsThere('mobile-money', 'created', 'full'), status: 'PENDING' },
  'created virtual account record': { fields: fieldsThere('virtual-account', 'created', 'full'), status: 'INITIATED' },
  'list of one created bank payout record': {
    fields: fieldsThere('bank-payout', 'created', 'full'),
    status: 'INITIATED',
    isList: true,
  },
  'list of one created mobile money payout record': {
    fields: fieldsThere('mobile-money-payout', 'created', 'full'),
    status: 'INITIATED',
    isList: true,
  },
  'final mobile money record': { fields: fieldsThere('mobile-money', 'COMPLETED', 'full'), status: 'COMPLETED' },
}

function isRecord(shape: StatusRow['shape']): shape is RecordName {
  return shape in records
}

function expectRecord(body: Answer['body'], { fields, status, isList }: Shown): void {
  expect([Array.isArray(body), [body].flat().length]).toEqual([isList === true, 1])
  const [record] = [body].flat()
  expect([Object.keys(record), record.status]).toEqual([fields, status])
}
