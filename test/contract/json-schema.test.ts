import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { mobileMoneyRequest } from '../../src/flows/mobile-money/request.ts'
import { virtualAccountRequest } from '../../src/flows/virtual-account/request.ts'
import { mobileMoney, virtualAccount } from '../support/requests.ts'
import { mobileNumberRow, truthCases, truthTable } from '../support/truth-table.ts'

const { paylinkId: _p, channel: _c, merchantName: _m, ...accountTable } = truthTable
const requests = [
  ['mobile money', mobileMoneyRequest, mobileMoney(), { ...truthTable, accountNumber: mobileNumberRow }],
  ['virtual account', virtualAccountRequest, virtualAccount(), accountTable],
] as const

const ajv = new Ajv2020({ strict: false, validateFormats: false })

test.each(requests)(
  'the JSON Schema of a %s request lists its fields in their order',
  (_flow, request, _valid, table) => {
    const schema = z.toJSONSchema(request, { io: 'input' })
    expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(table))
    expect(schema.required).toEqual([
      'amount',
      'currency',
      'network',
      'accountName',
      'accountNumber',
      'reason',
      'reference',
    ])
  },
)

test.each(requests)(
  'the JSON Schema of a %s request refuses nothing that the rules accept',
  (_flow, request, valid, table) => {
    const accepts = ajv.compile(z.toJSONSchema(request, { io: 'input' }))
    expect(accepts(valid)).toBe(true)
    for (const { what, body, messages } of truthCases(table, valid)) {
      // The schema does not tell that an optional field may be null.
      if (messages.length === 0 && !what.endsWith('is null')) expect(accepts(body), what).toBe(true)
    }
  },
)

test.each(requests)(
  'the JSON Schema of a %s request refuses absent fields and wrong types',
  (_flow, request, valid, table) => {
    const accepts = ajv.compile(z.toJSONSchema(request, { io: 'input' }))
    for (const { what, body, messages } of truthCases(table, valid)) {
      const isForm = messages.some((message) => /is required|must be a valid (string|number|object)/.test(message))
      if (isForm) expect(accepts(body), what).toBe(false)
    }
  },
)
