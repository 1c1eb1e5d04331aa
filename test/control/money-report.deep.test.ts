import { expect, test } from 'vitest'
import { openCreditingShop } from '../support/crediting-shop.ts'
import { junitFaults } from '../support/junit.ts'

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
