import { test } from 'vitest'
import * as account from '../support/account-records.ts'
import * as mobileMoney from '../support/mobile-money-records.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { expectRecord, openShop } from '../support/shop.ts'

const own = [
  ['account_blocked', '4101 | Customer | The account is blocked', 'BLOCKED', 'Declined'],
  ['plain', '9999 | Bank | Something else', null, 'Failed'],
] as const

const yaml = `
version: 1
results:
  account_blocked: { code: "4101", source: Customer, text: The account is blocked, telcoResponse: BLOCKED, providerMessage: Declined }
  plain: { code: "9999", source: Bank, text: Something else }
scenarios:
${own.map(([name]) => `  fail-${name}: { after: 1s, outcome: { failed: ${name} } }`).join('\n')}
`

test("results of the user's own files fail a collection and a virtual account with their own messages", async () => {
  const shop = await openShop(await startWithScenarios(yaml))
  for (const [name, message, telco_response, provider_message] of own) {
    const result = { message, telco_response, provider_message }
    const play = { 'x-sandbox-scenario': `fail-${name}` }
    await shop.reset()
    const collected = (await shop.collect({ reference: name }, play)).body
    const generated = (await shop.generate({ reference: `va-${name}` }, play)).body
    await shop.runUntilIdle()
    expectRecord((await shop.find(collected.id)).text, mobileMoney.failedRecord(collected, 1000, result))
    expectRecord((await shop.find(generated.id)).text, account.failedRecord(generated, 1000, result))
  }
})
