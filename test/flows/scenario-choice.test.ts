import { expect, test } from 'vitest'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { expectRefusal, openShop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const header = (name: string) => ({ 'x-sandbox-scenario': name })
const metadata = (scenario: unknown) => ({ sandbox: { scenario } })

test.each([
  ['the header', {}, header('wrong-pin'), 'wrong-pin; by=header'],
  ['metadata', { metadata: metadata('wrong-pin') }, {}, 'wrong-pin; by=metadata'],
  ['the reference', { reference: 'scn:wrong-pin:order-1' }, {}, 'wrong-pin; by=reference'],
  ['a match rule', { accountNumber: '0240009110' }, {}, 'wrong-pin; by=match'],
  ['the files', {}, {}, 'approve; by=file'],
])('a scenario is chosen by %s, and the answer and the control API say so', async (_by, changes, headers, chosen) => {
  const shop = await openShop(sandbox)
  const answer = await shop.collect(changes, headers)
  expect(answer.headers['x-sandbox-scenario']).toBe(chosen)
  const [name, by] = chosen.split('; by=')
  expect((await shop.transaction({ id: answer.body.id })).scenario).toEqual({ name, by })
  await shop.runUntilIdle()
  expect((await shop.find(answer.body.id)).body.status).toBe(name === 'approve' ? 'COMPLETED' : 'FAILED')
})

test("the merchant's metadata keeps the name of the scenario", async () => {
  const { body } = await (await openShop(sandbox)).collect({ metadata: { a: 1, ...metadata('approve') } })
  expect(body.metadata).toEqual({ a: 1, sandbox: { scenario: 'approve' }, smsFee: 0 })
})

test.each(['0240009101', '0240091101', '0241000911'])('%s is an ordinary number', async (accountNumber) => {
  const answer = await (await openShop(sandbox)).collect({ accountNumber })
  expect(answer.headers['x-sandbox-scenario']).toBe('approve; by=file')
})

test('a virtual account compares the number as it was sent', async () => {
  const shop = await openShop(sandbox)
  const chosen = async (accountNumber: string) =>
    (await shop.generate({ accountNumber, reference: accountNumber })).headers['x-sandbox-scenario']
  expect(await chosen('0803000921x')).toBe('va-underpaid; by=match')
  expect(await chosen('0803 000 9210')).toBe('approve; by=file')
})

test('a match rule of another flow is passed over', async () => {
  const shop = await openShop(sandbox)
  const collected = await shop.collect({ accountNumber: '0240009211' })
  expect(collected.headers['x-sandbox-scenario']).toBe('approve; by=file')
  const generated = await shop.generate({ accountNumber: '0240009110' })
  expect(generated.headers['x-sandbox-scenario']).toBe('approve; by=file')
})

test.each([
  ['the header', {}, header('wrong-pinn')],
  ['metadata', { metadata: metadata('wrong-pinn') }, {}],
  ['the reference', { reference: 'scn:wrong-pinn:1' }, {}],
])(
  'an unknown name in %s is refused with the nearest one, and the reference stays free',
  async (_by, changes, headers) => {
    const shop = await openShop(sandbox)
    const answer = await shop.collect(changes, headers)
    expectRefusal(answer, 400, 'Unknown scenario wrong-pinn: did you mean wrong-pin?')
    expect(answer.headers['x-sandbox-scenario']).toBeUndefined()
    await expect(shop.transaction({ reference: 'order-1' })).rejects.toThrow('No transaction with reference order-1')
  },
)

test('a name that is empty, or no text, is refused', async () => {
  const shop = await openShop(sandbox)
  for (const scenario of ['', 'Wrong-Pin', 'wrong-pin ', 7, true, ['wrong-pin'], { name: 'wrong-pin' }]) {
    const answer = await shop.collect({ metadata: metadata(scenario) })
    expect(answer.body).toMatchObject({ statusCode: 400, error: 'Bad Request' })
    expect(answer.body.message).toMatch(/^Unknown scenario/)
  }
  expect((await shop.collect({ reference: 'scn::1' })).body.message).toMatch(/^Unknown scenario/)
})

test('metadata that names no scenario chooses none', async () => {
  const shop = await openShop(sandbox)
  for (const [index, sandboxPart] of [null, 'wrong-pin', ['scenario'], {}, { scenario: null }].entries()) {
    const answer = await shop.collect({ reference: `${index}`, metadata: { sandbox: sandboxPart } })
    expect(answer.headers['x-sandbox-scenario']).toBe('approve; by=file')
  }
})

test('a refusal that comes after the choice names the scenario', async () => {
  const shop = await openShop(sandbox)
  await shop.collect()
  const duplicate = await shop.collect({}, header('wrong-pin'))
  expectRefusal(duplicate, 400, 'Duplicate reference')
  expect(duplicate.headers['x-sandbox-scenario']).toBe('wrong-pin; by=header')
  const otherCurrency = await shop.generate({ currency: 'GHS' })
  expect(otherCurrency.headers['x-sandbox-scenario']).toBe('approve; by=file')
  const invalid = await shop.collect({ reason: '' }, header('wrong-pin'))
  expect(invalid.headers['x-sandbox-scenario']).toBeUndefined()
})

test("a user's scenario replaces the shipped one of its name, its rules go first, and its default is named", async () => {
  const own = await startWithScenarios(`
version: 1
defaults: { scenario: broke }
scenarios:
  broke: { after: 1s, outcome: { failed: switch_busy } }
  wrong-pin: { match: { accountNumber: "*0009110" }, after: 1ms, outcome: approved }
  large: { match: { amount: { gte: 1000, lt: 2000 }, currency: GHS, network: [MTN, VOD], reason: "Rent*" }, outcome: never }
`)
  const shop = await openShop(own)
  const chosen = async (changes: Record<string, unknown>) => (await shop.collect(changes)).headers['x-sandbox-scenario']
  expect(await chosen({ reference: '1', accountNumber: '0240009110' })).toBe('wrong-pin; by=match')
  expect(await chosen({ reference: '2', accountNumber: '0240009111' })).toBe('broke; by=file')
  const rent = { amount: 1000, network: 'VOD', reason: 'Rent of May' }
  expect(await chosen({ ...rent, reference: '3' })).toBe('large; by=match')
  for (const [name, value] of Object.entries({ amount: 2000, network: 'ATM', reason: 'rent' })) {
    expect(await chosen({ ...rent, reference: name, [name]: value }), name).toBe('broke; by=file')
  }
  await shop.advance('1ms')
  expect(await shop.transaction({ reference: '1' })).toMatchObject({ status: 'COMPLETED' })
})
