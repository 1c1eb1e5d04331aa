import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bodyFaultNames } from '../../src/domain/body-faults.ts'
import { faultNames } from '../../src/report/faults.ts'
import { folderWith } from '../support/cli.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

/** A sandbox with this scenario, and which of some names a run of it has met so far. */
async function openWith(scenario: string) {
  const folder = folderWith({
    'mine.yaml': `version: 1\ndefaults: { scenario: mine }\nscenarios: { mine: { ${scenario} } }`,
  })
  const sandbox = await openSandbox({ scenarios: [join(folder, 'mine.yaml')] })
  const shop = sandbox.shop({ callbackUrl: `${sandbox.url}/_sandbox/receiver` })
  const metOf = async (names: readonly string[]) => {
    const met: string[] = []
    for (const name of names) if ((await sandbox.required.neverMet([name])).length === 0) met.push(name)
    return met
  }
  return { sandbox, shop, metOf }
}

/** A scenario for each fault, with the faults that come with it. */
const scenarios: Readonly<Record<string, string>> = {
  'respond.error': 'respond: { error: cannot_process }',
  'respond.httpStatus 429': 'respond: { httpStatus: 429 }',
  'respond.httpStatus 500': 'respond: { httpStatus: 500 }',
  'respond.httpStatus 503': 'respond: { httpStatus: 503 }',
  'respond.fault drop-before-commit': 'respond: { fault: drop-before-commit }',
  'respond.fault drop-after-commit': 'respond: { fault: drop-after-commit }',
  'respond.fault hang': 'respond: { fault: hang, delay: 1ms }',
  'respond.fault malformed-json': 'respond: { fault: malformed-json }',
  'respond.delay': 'respond: { delay: 1ms }',
  'webhook.delay': 'webhook: { delay: 1s }',
  'webhook.delay before-reply': 'webhook: { delay: before-reply }',
  'webhook.delay statusQueries': 'webhook: { delay: { statusQueries: 1 } }',
  'webhook.copies': 'webhook: { copies: 2 }',
  'webhook.drop': 'webhook: { drop: true }',
  'webhook.hold': 'webhook: { hold: 2 }',
  'webhook.answers status': 'webhook: { answers: [503, real] }',
  'webhook.answers timeout': 'webhook: { answers: [timeout, real] }',
  'webhook.answers reset': 'webhook: { answers: [reset, real] }',
  'webhook.answers lost-ack': 'webhook: { answers: [lost-ack, real] }',
  'webhook.signature missing': 'webhook: { signature: missing }',
  'webhook.signature corrupt': 'webhook: { signature: corrupt }',
  'webhook.signature wrong-key': 'webhook: { signature: wrong-key }',
  ...Object.fromEntries(
    bodyFaultNames
      .filter((name) => name !== 'exact')
      .map((name) => [`webhook.body ${name}`, `webhook: { body: ${name} }`]),
  ),
}

test('every fault has its scenario here', () => {
  expect(Object.keys(scenarios)).toEqual(faultNames)
})

test.each(Object.entries(scenarios))('%s is met by its scenario, and no other fault is', async (fault, scenario) => {
  const { shop, metOf } = await openWith(scenario)
  const { body } = await shop.collect().catch(() => ({ body: null }))
  await shop.advance('1m')
  if (fault === 'webhook.delay statusQueries') await shop.get(`/payments/${body.id}`)
  await shop.advance('1m')
  expect(await metOf(['mine', ...faultNames])).toEqual([
    'mine',
    ...(fault === 'respond.fault hang' ? [fault, 'respond.delay'] : [fault]),
  ])
})

test('a scenario is met once it is chosen, its result once it has come', async () => {
  const { shop, metOf } = await openWith('after: 5s, outcome: { failed: wrong_pin }')
  const names = ['mine', 'approved', 'wrong_pin']
  expect(await metOf(names)).toEqual([])
  await shop.collect()
  expect(await metOf(names)).toEqual(['mine'])
  await shop.advance('5s')
  expect(await metOf(names)).toEqual(['mine', 'wrong_pin'])
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
  expect(sandbox.required.unknown(['situations', 'situation'])).toEqual([
    'situation: no result, webhook fault or scenario has this name; did you mean situations?',
  ])
})
