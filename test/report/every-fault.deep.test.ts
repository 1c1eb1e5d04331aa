import { expect, test } from 'vitest'
import { bodyFaultNames } from '../../src/domain/body-faults.ts'
import { faultNames } from '../../src/report/faults.ts'
import { openWith } from './open-with.ts'

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
