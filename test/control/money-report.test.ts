import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { junitFaults } from '../support/junit.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

async function openCreditingShop() {
  const credits = new Map<string, number>()
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const { reference_business: reference, amount } = JSON.parse(await text(request))
      credits.set(reference, (credits.get(reference) ?? 0) + Number(amount))
    }
    const credited = credits.get(request.url?.slice(1) ?? '') ?? 0
    response.end(JSON.stringify({ paid: credited > 0, credited }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const probe = { get: `${url}/{reference}`, paid: { at: '/paid', is: true }, credited: '/credited' }
  const sandbox = await openSandbox({ probe })
  return { server, shop: sandbox.shop({ callbackUrl: url }) }
}

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
  const junit = (await shop.get('/_sandbox/report?probe=true&format=junit')).text
  expect(await junitFaults(junit)).toEqual([])
  expect(junit).toContain('<failure message="order-1 was credited')
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

test('a wrong value of probe is refused', async () => {
  const { shop } = await openCreditingShop()
  const refused = await shop.get('/_sandbox/report?probe=perhaps')
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('probe: is not true or false'),
  ])
})
