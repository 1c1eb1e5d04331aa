import { expect, test } from 'vitest'
import { definitionOf, flows } from '../../../src/catalogue/flows.ts'
import { compareFiles, differencesIn } from '../../support/compared.ts'
import { harFile, recordSandbox } from '../../support/recorded-sandbox.ts'

/** What these play is what a service decides: compare shows it. */
const otherServices = new Set(
  ['wrong-signature', 'forged-webhook', 'other-amount', 'extra-fields', 'otp', 'otp-known', 'otp-failed'].concat([
    'invalid-amount',
    'va-wrong-amount',
    'va-late',
    'insufficient-wallet-balance',
  ]),
)
/** Without an answer in a sandbox whose clock stands still, or with no answer of the service at all. */
const withoutAnswer = /hangs|slow|dropped|lost-reply|too-many|server-error|unavailable/

interface Listed {
  readonly name: string
  readonly flows: readonly string[]
}

async function shipped(): Promise<readonly Listed[]> {
  let list: readonly Listed[] = []
  await recordSandbox({}, async ({ control }) => {
    list = (await control('GET', '/scenarios')).body.data
  })
  return list.filter(({ name }) => !withoutAnswer.test(name))
}

/** Two transactions of a scenario, from the create call to the status after two hours. */
function recorded(flow: (typeof flows)[number], name: string): Promise<object[]> {
  const { path, sample, body } = definitionOf(flow)
  return recordSandbox({}, async ({ call, control, advance, hook }) => {
    for (const reference of ['one', 'two']) {
      const asked = body(sample, { reason: 'Order', reference, callbackURL: hook })
      const answer = (await call('POST', path, asked, { 'x-sandbox-scenario': name })).body
      const { id } = Array.isArray(answer) ? answer[0] : answer
      await advance('1s')
      const otp = id === undefined ? null : (await control('GET', `/transactions/${id}`)).body.otp
      if (otp) await call('POST', '/collections/otp', { id, otp })
      await advance('2h')
      if (id !== undefined) await call('GET', `/payments/${id}`)
    }
  })
}

test('each shipped scenario of each flow is the same, unless it plays another service', {
  timeout: 300_000,
}, async () => {
  const different = new Set<string>()
  for (const { name, flows: fits } of await shipped()) {
    for (const flow of flows.filter((each) => fits.includes(each))) {
      const comparison = await compareFiles([harFile(await recorded(flow, name))])
      if (differencesIn(comparison).length > 0) different.add(name)
    }
  }
  expect(different).toEqual(otherServices)
})
