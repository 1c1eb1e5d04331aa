import { expect, test } from 'vitest'
import { loadScenarios } from '../../../src/scenarios/load.ts'
import { meantScenario } from '../../../src/scenarios/select/suggest-scenario.ts'
import { loaded, shippedDir } from '../scenario-folders.ts'

const { scenarios } = await loadScenarios({ paths: shippedDir, strict: true })

test.each([
  ['insufficient', ['insufficient-balance', 'insufficient-wallet-balance']],
  ['no money', ['insufficient-balance', 'insufficient-wallet-balance']],
  ['broke', ['insufficient-balance', 'insufficient-wallet-balance']],
  ['expired', ['va-expiry']],
  ['one-time password', ['otp-known', 'otp']],
  ['duplicates', ['duplicate']],
  ['late', ['late-webhook', 'late-duplicate', 'va-late']],
  ['prompt_timeout', ['timeout']],
  ['declined', ['wrong-pin']],
  ['unsigned', ['wrong-signature']],
  ['double payment', ['duplicate']],
  ['partial payment', ['va-underpaid', 'va-incomplete', 'va-split']],
  ['outage', ['provider-downtime', 'service-unavailable']],
  ['unregistered', ['not-registered']],
  ['manual', ['by-hand']],
  ['hang', ['reply-hangs']],
])('%s means %j first', (name, first) => {
  const meant = meantScenario(name, scenarios)?.match(/[a-z-]+(?=[,?])/g) ?? []
  expect(meant.slice(0, first.length).toSorted()).toEqual(first.toSorted())
})

test.each(['zzzzzz', 'nothing-like-it', 'no', 'of', '', '...', 'x'.repeat(10_000)])('%s means none', (name) => {
  expect(meantScenario(name, scenarios)).toBeNull()
})

test('a scenario of the user is found by its own summary and result', async () => {
  const own = await loaded(`version: 1
results: { frozen: { code: "4102", source: Customer, text: The wallet was frozen by court order } }
scenarios:
  friday: { summary: The market is closed, match: { reference: "f-*" } }
  monday: { outcome: { failed: frozen } }`)
  expect(meantScenario('market closed', own.scenarios)).toBe('did you mean friday?')
  expect(meantScenario('court', own.scenarios)).toBe('did you mean monday?')
})
