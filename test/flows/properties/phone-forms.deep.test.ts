import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CountryCode } from '../../../src/catalogue/countries.ts'
import type { CurrencyCode } from '../../../src/catalogue/currencies.ts'
import { countryCodes } from '../../catalogue/numbering-plan.ts'
import { mobileNumber, numberingOf } from '../../support/arbitrary-requests.ts'
import { expectRefusal, openShop, type Shop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

/** Each country's own currency; all the others of the table are in the zones of XOF and XAF. */
const ownCurrency: Partial<Record<CountryCode, CurrencyCode>> = {
  ...{ GH: 'GHS', NG: 'NGN', KE: 'KES', UG: 'UGX', TZ: 'TZS', ZM: 'ZMW' },
  ...{ CI: 'XOF', SN: 'XOF', BJ: 'XOF', BF: 'XOF', ML: 'XOF', NE: 'XOF', TG: 'XOF', GW: 'XOF' },
  ...{ CM: 'XAF', GA: 'XAF', CG: 'XAF', TD: 'XAF', CF: 'XAF', GQ: 'XAF' },
}
/** Where a number without any country belongs to (D17). */
const homes: readonly CountryCode[] = ['GH', 'NG', 'KE', 'UG', 'TZ', 'ZM', 'CI', 'CM']
const abroad = ['EUR', 'USD', 'GBP', 'USDC', 'USDT'] as const
const runs = { numRuns: 3 }

const noise = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  fc.constantFrom(' ', '  ', '-', '.', '/', '(', ')', ') ', ' - '),
  fc.constantFrom(
    '\u00a0',
    '\u202f',
    '\u2009',
    '\u2011',
    '\u2013',
    '\u2212',
    '\u200e',
    '\u202a',
    '\u2066',
    '\u2069',
    '\ufeff',
  ),
)
/** What stands before each character of a number and after the last; repeated as far as the number needs. */
const noises = fc.array(noise, { minLength: 3, maxLength: 9 })

function sprinkled(digits: string, noises: readonly string[]): string {
  return Array.from(`${digits}_`, (digit, index) => noises[index % noises.length] + digit)
    .join('')
    .replace('_', '')
}

/** The ways to write a number that tell its country. */
function international(code: CountryCode, national: string): string[] {
  const { callingCode, trunkPrefix } = numberingOf(code)
  const plain = ['+', '00', ''].map((prefix) => `${prefix}${callingCode}${national}`)
  return trunkPrefix === '' ? plain : [...plain, ...plain.map((form) => withTrunk(form, national, trunkPrefix))]
}

function withTrunk(form: string, national: string, trunkPrefix: string): string {
  return `${form.slice(0, -national.length)}(${trunkPrefix})${national}`
}

/** The ways that only a currency with a country understands. */
function domestic(code: CountryCode, national: string): string[] {
  const { trunkPrefix } = numberingOf(code)
  return homes.includes(code) ? [national, trunkPrefix + national] : []
}

/** Collects from each written form of a number: every answer names the one number, in the form that is its place (D16). */
async function expectOneNumber(shop: Shop, forms: readonly string[], currency: string, number: readonly string[]) {
  for (const [index, accountNumber] of forms.entries()) {
    const { status, body } = await shop.collect({
      amount: 1,
      currency,
      accountNumber,
      reference: `${currency}-${index}`,
    })
    const shown = (await shop.find(body.id)).body
    const seen = { accountNumber, status, created: body.customer, shown: shown.customer }
    const [created, local] = number.map((accountNumber) => ({ accountName: 'Ama Mensah', accountNumber }))
    expect(seen).toEqual({ accountNumber, status: 200, created, shown: local })
  }
}

test('every country of the table has a currency here', () => {
  expect(Object.keys(ownCurrency).sort()).toEqual(countryCodes.toSorted())
})

test.each(countryCodes)('however a number of %s is written, it is one number', (code) =>
  fc.assert(
    fc.asyncProperty(mobileNumber(code), noises, fc.constantFrom(...abroad), async (national, noises, foreign) => {
      const { callingCode, trunkPrefix } = numberingOf(code)
      const number = [callingCode + national, trunkPrefix + national]
      const shop = await openShop(sandbox)
      const write = (forms: readonly string[]) => [...forms, ...forms.map((form) => sprinkled(form, noises))]
      const forms = write([...international(code, national), ...domestic(code, national)])
      await expectOneNumber(shop, forms, ownCurrency[code] ?? '', number)
      await expectOneNumber(shop, write(international(code, national)), foreign, number)
    }),
    runs,
  ),
)

test.each(abroad)('%s takes no number that does not tell its country (D43)', (currency) =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...countryCodes).chain((code) => mobileNumber(code).map((national) => ({ code, national }))),
      noises,
      async ({ code, national }, noises) => {
        const shop = await openShop(sandbox)
        for (const form of [national, numberingOf(code).trunkPrefix + national]) {
          // Sprinkled digits that begin with 00 would tell a country after all; no mobile number does.
          const refused = await shop.collect({ currency, accountNumber: sprinkled(form, noises) })
          expectRefusal(refused, 400, ['accountNumber must be a valid phone number'])
        }
      },
    ),
    { numRuns: 8 },
  ),
)
