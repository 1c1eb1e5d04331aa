import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readRequest } from '../../src/contract/read-request.ts'
import { otpRequest } from '../../src/flows/mobile-money/submit-otp.ts'
import { brokenRules } from '../support/broken-rules.ts'
import { type Body, without } from '../support/requests.ts'

const valid = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', otp: '012345' }

const messagesOf = (body: Body) => brokenRules(otpRequest, body)

const noId = 'transaction ID must be a valid id'
const underOtherName = { transactionId: valid.id, otp: valid.otp }

test('white space alone is an OTP', () => {
  expect(messagesOf({ ...valid, otp: ' ' })).toEqual([])
})

test.each(['a', '-', 'A-9', 'x'.repeat(64)])('%s is an id', (id) => {
  expect(messagesOf({ ...valid, id })).toEqual([])
})

// D26.
test('the id is sent as id, or as transactionId where no id is given', () => {
  const read = (body: Body) => readRequest(otpRequest, { ...body, otp: '012345' })
  expect(read({ id: 'tx-1' })).toEqual({ fields: { id: 'tx-1', otp: '012345' }, hints: [] })
  expect(read({ transactionId: 'tx-2' })).toEqual({ fields: { id: 'tx-2', otp: '012345' }, hints: [] })
  expect(read({ id: 'tx-1', transactionId: 'tx-2' })).toEqual({ fields: { id: 'tx-1', otp: '012345' }, hints: [] })
  expect(read({ id: null, transactionId: 'tx-2' })).toEqual({ fields: { id: 'tx-2', otp: '012345' }, hints: [] })
  expect(messagesOf({ id: '', transactionId: 'tx-2', otp: '012345' })).toEqual(['transaction ID cannot be empty', noId])
})

test('the JSON Schema asks for the OTP and one of the two names of the id', () => {
  const schema = z.toJSONSchema(otpRequest, { io: 'input' })
  const accepts = new Ajv2020({ strict: false }).compile(schema)
  expect(Object.keys(schema.properties ?? {})).toEqual(['id', 'transactionId', 'otp'])
  expect(schema.required).toEqual(['otp'])
  for (const body of [valid, underOtherName, { ...valid, ...underOtherName }]) expect(accepts(body)).toBe(true)
  for (const body of [without(valid, 'id'), without(valid, 'otp'), { ...valid, id: 'a b' }, { ...valid, otp: 12 }]) {
    expect(accepts(body)).toBe(false)
  }
})
