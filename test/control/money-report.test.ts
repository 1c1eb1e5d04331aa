import { expect, test } from 'vitest'
import { openCreditingShop } from '../support/crediting-shop.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { bankPayout } from '../support/payout-requests.ts'

test('the report says which orders the probe could say nothing about, and why', async () => {
  const { server, shop } = await openCreditingShop()
  await shop.collect({ reference: 'order-1' })
  server.close()
  await shop.advance('1m')
  const waiting = (await shop.get('/_sandbox/report?probe=true')).body
  expect(waiting.notChecked).toEqual(['the webhook of order-1 is still to come'])
  await shop.advance('7d')
  expect((await shop.get('/_sandbox/report?probe=true&format=text')).text).toMatch(
    /^ {2}not checked {2}the probe .*\/order-1 cannot be asked \(.*\): is your server running\?$/m,
  )
})

test('a wrong value of probe is refused', async () => {
  const { shop } = await openCreditingShop()
  const refused = await shop.get('/_sandbox/report?probe=perhaps')
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('probe: is not true or false'),
  ])
})

test('a create call of a payout is refused for the rule that refused it, not for the words of its answer', async () => {
  const command = `echo '{"state":"sent"}'`
  const probe = { payouts: { command, state: { at: '/state', sent: ['sent'], failed: ['failed'], open: ['open'] } } }
  const shop = (await openSandbox({ probe })).shop()
  const sent = { body: bankPayout({}, { reference: 'p-1' }), headers: { 'x-sandbox-scenario': 'Duplicate reference' } }
  const { status, body } = await shop.call('/disbursements/bank', sent)
  expect([status, body.message]).toEqual([400, expect.stringContaining('Duplicate reference')])
  const { findings } = (await shop.get('/_sandbox/report?probe=true')).body
  expect(findings).toContainEqual(expect.objectContaining({ rule: 'told-sent', reference: 'p-1' }))
})
