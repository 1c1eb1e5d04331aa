import { expect, test } from 'vitest'
import { bankName } from '../../src/catalogue/banks.ts'

test('a Nigerian bank is known by its three-digit code', () => {
  expect(bankName('011')).toBe('First Bank of Nigeria')
  expect(bankName('058')).toBe('Guaranty Trust Bank')
  expect(bankName('232')).toBe('Sterling Bank')
})

test.each(['999', '11', '000014', 'GCB', '', 'constructor'])("any other code, as '%s', is the Sandbox Bank", (code) => {
  expect(bankName(code)).toBe('Sandbox Bank')
})
