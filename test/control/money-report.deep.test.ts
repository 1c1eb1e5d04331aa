import { expect, test } from 'vitest'
import { openCreditingShop } from '../support/crediting-shop.ts'
import { junitFaults } from '../support/junit.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { bankPayout } from '../support/payout-requests.ts'

// Each report here waits two seconds for a server that may still be right.
test('the report of a running sandbox asks the probe if the call says so', async () => {
  const { shop } = await openCreditingShop()
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  await shop.collect({ reference: 'order-2' })
  await shop.advance('1h')
  expect((await shop.get('/_sandbox/report?probe=true')).body).toMatchObject({ findings: [], notChecked: [] })
  const { data: webhooks } = (await shop.get('/_sandbox/webhooks?reference=order-1')).body
  await shop.post(`/_sandbox/webhooks/${webhooks[0].id}/replay`)
  await shop.advance('1m')

  const { body } = await shop.get('/_sandbox/report?probe=true')
  expect(body.findings).toContainEqual(
    expect.objectContaining({ level: 'error', rule: 'credited-twice', transactionId: id, business: shop.key }),
  )
  expect((await shop.get('/_sandbox/report?probe=true&format=text')).text).toMatch(
    /^ {2}error {4}credited-twice: order-1 was credited .* GHS; its transaction is COMPLETED with .* GHS\. The probe answered: .* \[spec 3, 6\]$/m,
  )
  expect(body.findings[0].books.rows).toEqual([
    {
      what: 'order-1',
      ledger: expect.stringMatching(/^COMPLETED after 3s: .* GHS came$/),
      shop: expect.stringMatching(/^paid, credited /),
    },
  ])
  const text = (await shop.get('/_sandbox/report?probe=true&format=text')).text
  expect(text).toMatch(/^ {4}\+3s {5}webhook attempt 1: answered 200$/m)
  const junit = (await shop.get('/_sandbox/report?probe=true&format=junit')).text
  expect(await junitFaults(junit)).toEqual([])
  expect(junit).toContain('<failure message="order-1 was credited')
  expect(junit).toContain('IN THE LEDGER OF THE SANDBOX')
  const all = (await shop.get('/_sandbox/report?key=all&probe=true')).body.businesses
  expect(all).toMatchObject([{ key: shop.key, notChecked: [], findings: body.findings }])
  const unasked = (await shop.get('/_sandbox/report')).body
  expect([unasked.notChecked, JSON.stringify(unasked).includes('credited-twice')]).toEqual([undefined, false])
})

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
