import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CurrencyCode, currencyCodes } from '../../../src/catalogue/currencies.ts'
import { minorUnits } from '../../support/arbitrary-requests.ts'
import { approvedRecord } from '../../support/mobile-money-records.ts'
import { mobileMoney } from '../../support/requests.ts'
import { expectRecord, expectRefusal, openShop, openShopWithReceiver } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'
import { decimal, feeOf, places } from './exact-money.ts'

const sandbox = await startedForFile()

const most = 10 ** 15
const approvedMs = 3000

test('the currencies here are those of the service', () => {
  expect(Object.keys(places)).toEqual(currencyCodes)
})

/** How JSON may write a decimal: as it is, with zeros at its end, or with an exponent. */
const writings = [
  (text: string) => text,
  (text: string) => `${text}${text.includes('.') ? '00' : '.0'}`,
  (text: string) => `${text}e0`,
  (text: string) => `${text}E+00`,
  (text: string) => `${moved(text, 3)}e-3`,
  (text: string) => text.replace(/^(\d+?)(0+)$/, (_, digits: string, zeros: string) => `${digits}e${zeros.length}`),
]

/** A decimal with its point moved so many places to the right: 1.5 by 3 is 1500. */
function moved(text: string, places: number): string {
  const [whole = '', fraction = ''] = text.split('.')
  const digits = whole + fraction.slice(0, places).padEnd(places, '0')
  const rest = fraction.slice(places)
  return `${digits.replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`
}

function bodyText(written: string, currency: CurrencyCode, reference: string): string {
  // Any country's number will do where the currency has none.
  const body = { ...mobileMoney({ reference, currency, accountNumber: '+233241234567' }), amount: '{amount}' }
  return JSON.stringify(body).replace('"{amount}"', written)
}

const amount = fc.record({ minor: minorUnits(most), write: fc.constantFrom(...writings) })

test.each(currencyCodes)('an amount of %s is the same in the answer, the webhook and the status query', (currency) =>
  fc.assert(
    // Eight of the largest amounts are what one wallet can hold.
    fc.asyncProperty(fc.array(amount, { minLength: 4, maxLength: 8 }), async (amounts) => {
      const { shop, sent, receiver } = await openShopWithReceiver(sandbox)
      const expected = new Map<string, string>()
      for (const [index, { minor, write }] of amounts.entries()) {
        const sum = decimal(minor, places[currency])
        const fee = decimal(feeOf(minor, 15n), places[currency])
        const reference_business = `order-${index}`
        const text = bodyText(write(sum), currency, reference_business)
        const answer = await shop.post('/collections/mobilemoney', text)
        const [, ...numbers] = /^\{"id":"[^"]+","amount":([^,]+),"fee":([^,]+),/.exec(answer.text) ?? [answer.text]
        expect({ text, numbers }).toEqual({ text, numbers: [sum, fee] })
        const { id } = answer.body
        const record = { ...approvedRecord({ id, reference_business }, approvedMs), amount: sum, fee, currency }
        expected.set(id, JSON.stringify(record))
      }
      await shop.runUntilIdle()
      for (const [id, text] of expected) expectRecord((await shop.find(id)).text, JSON.parse(text))
      expect(sent().sort()).toEqual([...expected.values()].sort())
      expect(receiver.webhooks.every(({ attempt }) => attempt === 1)).toBe(true)
    }),
    { numRuns: 4 },
  ),
)

/** The next double above a positive one, or below it. */
function neighbour(number: number, step: 1n | -1n): number {
  const [bits = 0n] = new BigInt64Array(new Float64Array([number]).buffer)
  const [next = 0] = new Float64Array(new BigInt64Array([bits + step]).buffer)
  return next
}

test.each(currencyCodes)(
  'an amount finer than the minor unit of %s is refused with the number of places it may have',
  (currency) => {
    const decimals = places[currency]
    const message = `amount must have at most ${decimals} decimal places`
    const finer = fc.oneof(
      // Any digits with one place more, as long as a number carries so many.
      fc.tuple(minorUnits(most / 10), fc.integer({ min: 1, max: 9 })).map(([minor, digit]) => {
        return decimal(minor * 10n + BigInt(digit), decimals + 1)
      }),
      fc.tuple(minorUnits(most - 1), fc.constantFrom(1n, -1n)).map(([minor, step]) => {
        return String(neighbour(Number(decimal(minor, decimals)), step as 1n | -1n))
      }),
      fc.constantFrom(String(0.1 + 0.2), '1.0050001', '1e-7', '4.3500001', '0.00000049e1'),
    )
    return fc.assert(
      fc.asyncProperty(fc.array(finer, { minLength: 1, maxLength: 5 }), async (amounts) => {
        const shop = await openShop(sandbox)
        for (const written of amounts) {
          const answer = await shop.post('/collections/mobilemoney', bodyText(written, currency, 'order-1'))
          expectRefusal(answer, 400, [message])
        }
      }),
      { numRuns: 5 },
    )
  },
)
