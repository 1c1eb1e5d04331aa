import { expect, test } from 'vitest'
import { countriesOf, currencyCodes } from '../../src/catalogue/currencies.ts'
import { definitionOf, flows } from '../../src/catalogue/flows.ts'
import { networkOf, networks } from '../../src/catalogue/networks.ts'
import type { Selector } from '../../src/dashboard/parts/words.ts'
import {
  callOf,
  currenciesOf,
  enabledSample,
  inCurrency,
  moveWords,
  sampleOf,
  usualChoice,
} from '../../src/dashboard/start/try.ts'
import { normalisePhone } from '../../src/domain/phone.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

const trials = flows.flatMap((flow) =>
  Object.keys(definitionOf(flow).page.trials).map((scenario) => ({ flow, scenario })),
)

test('every trial of every flow is accepted, plays to its end and leaves nothing to come', async () => {
  const sandbox = await openSandbox()
  for (const [index, { flow, scenario }] of trials.entries()) {
    const shop = sandbox.shop()
    const names = { reference: `try-${index}`, callbackURL: `${sandbox.url}/_sandbox/receiver` }
    const call = callOf(sampleOf(flow), names)
    const headers = { 'x-sandbox-scenario': scenario }
    const { status, body } = await shop.call(call.path, { body: call.body, headers })
    expect([scenario, status, body]).toEqual([scenario, expect.any(Number), expect.anything()])
    const { id } = Array.isArray(body) ? body[0] : body
    const { otp } = (await shop.get(`/_sandbox/transactions/${id}`)).body
    if (otp !== null) await shop.post('/collections/otp', { id, otp })
    await shop.post('/_sandbox/clock/run-until-idle')
    const { next, status: ended, deliveries } = (await shop.get(`/_sandbox/transactions/${id}`)).body
    expect(next).toBeNull()
    if (['approve', 'otp'].includes(scenario)) expect(ended).toBe('COMPLETED')
    // The receiver of the sandbox takes each in the end.
    for (const { attempts } of deliveries) expect(attempts.at(-1).response).toMatchObject({ status: 200 })
  }
})

test('each currency of a network can be tried, with a phone of that network that chooses no scenario', async () => {
  const sandbox = await openSandbox()
  const withNetwork = currencyCodes.filter((code) =>
    networks.some(({ country }) => countriesOf(code).includes(country)),
  )
  expect(currenciesOf('mobile-money', currencyCodes)).toEqual(withNetwork)
  expect(currenciesOf('mobile-money-payout', ['NGN', 'KES'])).toEqual(['KES'])
  expect(currenciesOf('virtual-account', currencyCodes)).toEqual(['NGN'])
  for (const flow of ['mobile-money', 'mobile-money-payout'] as const) {
    const shop = sandbox.shop({ networkMismatch: 'reject' })
    for (const currency of withNetwork) {
      const asked = inCurrency(sampleOf(flow), currency)
      const { path, body } = callOf(asked, { reference: `${flow}-${currency}`, callbackURL: undefined })
      const { status, headers } = await shop.call(path, { body })
      expect([currency, status, headers['x-sandbox-scenario']]).toEqual([currency, 200, 'approve; by=file'])
      const digits = normalisePhone(asked.number, currency)?.international ?? ''
      expect([currency, networkOf(digits)?.code]).toEqual([currency, asked.network])
    }
  }
})

test('Start begins in a currency that the business may use, if the flow has one', () => {
  expect(enabledSample('mobile-money', ['NGN', 'GHS']).currency).toBe('GHS')
  expect(enabledSample('mobile-money', ['NGN', 'UGX'])).toMatchObject({ currency: 'UGX', number: '+256761234567' })
  expect(enabledSample('bank-payout', ['USD']).currency).toBe('USD')
  expect(enabledSample('mobile-money', ['NGN']).currency).toBe('GHS')
  expect(enabledSample('virtual-account', ['GHS']).currency).toBe('NGN')
})

test('the customer waits for you until a queue or a default of the business is there to be obeyed', () => {
  const chosen = (by: Selector | undefined) => flows.map((flow) => usualChoice(flow, by))
  expect(chosen('file')).toEqual(['by-hand', 'by-hand', '', ''])
  expect(chosen(undefined)).toEqual(['by-hand', 'by-hand', '', ''])
  expect(chosen('queue')).toEqual(['', '', '', ''])
  expect(chosen('business')).toEqual(['', '', '', ''])
})

test('a move of the clock says what it moves beside the transaction', () => {
  expect(moveWords('test_a', 0)).toBe('This moves the clock of test_a.')
  expect(moveWords('test_a', 2)).toBe('This moves the clock of test_a, with 2 steps of other transactions.')
})
