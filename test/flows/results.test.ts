import { test } from 'vitest'
import * as account from '../support/account-records.ts'
import * as mobileMoney from '../support/mobile-money-records.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { expectRecord, expectRefusal, openShop } from '../support/shop.ts'

// The table "Results" of the decisions, copied: name, message, telco_response, provider_message.
const everywhere = [
  ['switch_error', '3100 | Switch | The switch could not process the transaction', 'Timeout', 'Failed'],
  ['switch_internal_error', '3110 | Switch | Internal error at the switch', null, 'Failed'],
  ['provider_error', "3120 | Provider | The provider's backend failed", null, 'Failed'],
  ['no_reason', '3130 | Switch | The switch gave no reason', null, 'Failed'],
  ['switch_busy', '3200 | Switch | The switch could not queue the transaction', null, 'Failed'],
  ['provider_auth_error', '3210 | Provider | The provider was refused at the switch', null, 'Failed'],
  ['customer_mismatch', '3300 | Switch | Customer details do not match', null, 'Failed'],
  ['expired', '4200 | Customer | No transfer arrived in time, or not all of the sum', null, 'Expired'],
  ['invalid_account_number', '5200 | Merchant | Account number is not valid', null, 'Failed'],
  ['invalid_amount', '5210 | Merchant | Amount is not valid', null, 'Failed'],
  ['provider_duplicate', '6100 | Provider | The provider has seen this transaction before', null, 'Failed'],
  ['switch_backend_error', "6200 | Switch | The switch's backend failed", null, 'Failed'],
  ['invalid_email', '6300 | Provider | The provider needs a valid email address', null, 'Failed'],
  ['provider_liquidity', "6400 | Provider | The provider's float at the switch is too low", null, 'Failed'],
  ['provider_busy', '6500 | Provider | The provider could not queue the transaction', null, 'Failed'],
  ['service_error', '7100 | Service | The service could not process the transaction', null, 'Failed'],
] as const

const mobileMoneyOnly = [
  [
    'insufficient_customer_balance',
    '4100 | Customer | Balance too low, or an account limit was reached',
    null,
    'Failed',
  ],
  ['wrong_pin', '4200 | Customer | Wrong PIN, or no answer to the prompt in time', null, 'Failed'],
  ['prompt_timeout', '4200 | Customer | Wrong PIN, or no answer to the prompt in time', 'Request timeout', 'Failed'],
  [
    'invalid_customer_account',
    '5100 | Merchant | Customer not registered, inactive, or on another network',
    null,
    'Failed',
  ],
] as const

const own = [
  ['account_blocked', '4101 | Customer | The account is blocked', 'BLOCKED', 'Declined'],
  ['plain', '9999 | Bank | Something else', null, 'Failed'],
] as const

const names = [...everywhere, ...mobileMoneyOnly, ...own].map(([name]) => name)
const yaml = `
version: 1
results:
  account_blocked: { code: "4101", source: Customer, text: The account is blocked, telcoResponse: BLOCKED, providerMessage: Declined }
  plain: { code: "9999", source: Bank, text: Something else }
scenarios:
${names.map((name) => `  fail-${name}: { after: 1s, outcome: { failed: ${name} } }`).join('\n')}
`

test('every result fails a mobile money collection with its own message', async () => {
  const shop = await openShop(await startWithScenarios(yaml))
  for (const [name, message, telco_response, provider_message] of [...everywhere, ...mobileMoneyOnly, ...own]) {
    await shop.reset()
    const created = (await shop.collect({ reference: name }, { 'x-sandbox-scenario': `fail-${name}` })).body
    await shop.runUntilIdle()
    const result = { message, telco_response, provider_message }
    expectRecord((await shop.find(created.id)).text, mobileMoney.failedRecord(created, 1000, result))
  }
})

test('a virtual account has the same results', async () => {
  const shop = await openShop(await startWithScenarios(yaml))
  for (const [name, message, telco_response, provider_message] of [...everywhere, ...own]) {
    await shop.reset()
    const created = (await shop.generate({ reference: name }, { 'x-sandbox-scenario': `fail-${name}` })).body
    await shop.runUntilIdle()
    const result = { message, telco_response, provider_message }
    expectRecord((await shop.find(created.id)).text, account.failedRecord(created, 1000, result))
  }
})

test('results that need a phone cannot happen to a virtual account', async () => {
  const shop = await openShop(await startWithScenarios(yaml))
  for (const [name] of mobileMoneyOnly) {
    const answer = await shop.generate({}, { 'x-sandbox-scenario': `fail-${name}` })
    expectRefusal(answer, 400, `Scenario fail-${name} cannot happen to a virtual account`)
  }
})
