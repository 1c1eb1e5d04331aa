import { expect, test } from 'vitest'
import { bankName, bankOf } from '../../src/catalogue/banks.ts'

test('a Nigerian bank is known by its three-digit code', () => {
  expect(bankName('011')).toBe('First Bank of Nigeria')
  expect(bankName('058')).toBe('Guaranty Trust Bank')
  expect(bankName('232')).toBe('Sterling Bank')
})

test.each(['999', '11', '000014', 'GCB', '', 'constructor'])("any other code, as '%s', is the Sandbox Bank", (code) => {
  expect(bankName(code)).toBe('Sandbox Bank')
})

test('a code of digits names a Nigerian bank, a code of letters a Ghanaian one', () => {
  expect(bankOf('058')).toEqual({ name: 'Guaranty Trust Bank', country: 'NG' })
  expect(bankOf('GTB')).toEqual({ name: 'Guaranty Trust Bank Ghana', country: 'GH' })
  expect(bankOf('GCB')).toEqual({ name: 'GCB Bank', country: 'GH' })
  expect(bankOf('ECO')).toEqual({ name: 'Ecobank Ghana', country: 'GH' })
})

test.each(['999', 'XYZ', 'gcb', 'GCB ', '', 'constructor'])("no bank has the code '%s'", (code) => {
  expect(bankOf(code)).toBeNull()
})
