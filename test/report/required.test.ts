import { expect, test } from 'vitest'
import { faultNames } from '../../src/report/faults.ts'
import { openWith } from './open-with.ts'

test('a scenario is met once it is chosen, its result once it has come', async () => {
  const { shop, metOf } = await openWith('after: 5s, outcome: { failed: wrong_pin }')
  const names = ['mine', 'approved', 'wrong_pin']
  expect(await metOf(names)).toEqual([])
  await shop.collect()
  expect(await metOf(names)).toEqual(['mine'])
  await shop.advance('5s')
  expect(await metOf(names)).toEqual(['mine', 'wrong_pin'])
})

test.each(['wrong-pin', 'server-error'])('a mix is met once a call drew from it: %s', async (member) => {
  const { shop, metOf } = await openWith(`mix: { ${member}: 1 }`)
  const names = ['mine', member, 'busy-day']
  expect(await metOf(names)).toEqual([])
  await shop.collect()
  expect(await metOf(names)).toEqual(['mine', member])
})

test('a test that makes a result certain is suggested, not a mix', async () => {
  const { sandbox } = await openWith('mix: { approve: 1 }')
  expect(await sandbox.required.neverMet(['approved'])).toEqual([
    "never met: approved; add a test: shop.use('approve')",
  ])
})

test.each([
  'outcome: expired',
  'outcome: by-hand',
  'lateTransfers: ignore, transfers: [{ pay: "100%", after: 1h }]',
  'lateTransfers: accept, transfers: [{ pay: "100%", after: 1h }]',
])('expired is met when a virtual account expires: %s', async (scenario) => {
  const { shop, metOf } = await openWith(scenario)
  await shop.generate()
  await shop.advance('2h')
  expect(await metOf(['expired'])).toEqual(['expired'])
})

test('answers and signatures are met as far as the attempts have come', async () => {
  const { shop, metOf } = await openWith('webhook: { answers: [503, timeout, real], signature: [corrupt, missing] }')
  await shop.collect()
  await shop.advance('3s')
  expect(await metOf(faultNames)).toEqual(['webhook.answers status'])
  await shop.advance('5s')
  expect(await metOf(faultNames)).toEqual(['webhook.answers status', 'webhook.answers timeout'])
  await shop.advance('1h')
  expect(await metOf(faultNames)).toEqual([
    'webhook.answers status',
    'webhook.answers timeout',
    'webhook.signature missing',
    'webhook.signature corrupt',
  ])
})

test('situations asks for all of the flows in use; an unknown name is answered with the nearest', async () => {
  const { sandbox, shop } = await openWith('outcome: approved')
  await shop.collect()
  const { situations } = await sandbox.report()
  const lines = await sandbox.required.neverMet(['situations'])
  expect(lines).toHaveLength(situations.length)
  expect(lines).toContain("never met: lost-reply; add a test: shop.use('lost-reply')")
  expect(lines).not.toContain("never met: va-expiry; add a test: shop.use('va-expiry')")
  expect(await sandbox.required.neverMet(['situations'], 'bank-payout')).toContain(
    "never met: invalid-account-number; add a test: shop.use('invalid-account-number', { match: { flow: 'bank-payout' } })",
  )
  expect(await sandbox.required.unknown(['situations', 'situation'])).toEqual([
    'situation: no result, webhook fault or scenario has this name; did you mean situations?',
  ])
})
