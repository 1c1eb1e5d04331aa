import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { junitFaults } from '../support/junit.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'

/** Two businesses with calls, of which one has an unused scenario; the third was only looked at. */
async function threeBusinesses() {
  const sandbox = await openSandbox()
  const [one, two, quiet] = [sandbox.shop(), sandbox.shop(), sandbox.shop()]
  await one.collect()
  await one.post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 1 })
  // A call that is refused is a call.
  expect((await two.collect({ amount: 0 })).status).toBe(400)
  await quiet.get('/_sandbox/status')
  const all = (query = '', key = quiet.key) => call(sandbox.url, `/_sandbox/report?key=all${query}`, { key })
  return { one, two, quiet, all, sandbox }
}

test('?key=all answers the report of each business that had a call, for any key or none', async () => {
  const { one, two, all, sandbox } = await threeBusinesses()
  const { status, body } = await all()
  const { others: _, ...own } = (await one.get('/_sandbox/report')).body
  expect([status, body.businesses.map(({ key }: { key: string }) => key)]).toEqual([200, [one.key, two.key]])
  expect(body.businesses[0]).toEqual({ key: one.key, ...own })
  expect(body.businesses.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true])
  expect((await call(sandbox.url, '/_sandbox/report?key=all', { key: null })).body).toEqual(body)
})

test('the text of all has a heading for each business, and the JUnit form is right by its schema', async () => {
  const { one, two, all } = await threeBusinesses()
  const { text } = await all('&format=text')
  expect(text.match(/^business .*$/gm)).toEqual([`business     ${one.key}`, `business     ${two.key}`])
  expect(text).toContain('  unused   wrong-pin waited for 1 more request of ')
  const junit = (await all('&format=junit')).text
  expect(await junitFaults(junit)).toEqual([])
  expect(
    [...junit.matchAll(/<testsuite name="queue" package="(.*?)".*? failures="(\d)"/g)].map(([, ...of]) => of),
  ).toEqual([
    [`payments-sandbox.${one.key}`, '1'],
    [`payments-sandbox.${two.key}`, '0'],
  ])
})

test('the report of one business names the others that had a call, and how to see them', async () => {
  const { one, two, quiet } = await threeBusinesses()
  expect((await quiet.get('/_sandbox/report')).body.others).toEqual([one.key, two.key])
  expect((await one.get('/_sandbox/report')).body.others).toEqual([two.key])
  expect((await one.get('/_sandbox/report?format=text')).text).toContain(
    `\nothers       ${two.key} had calls too: GET /_sandbox/report?key=all reports on every business\n`,
  )
  await two.post('/_sandbox/reset')
  expect((await one.get('/_sandbox/report')).body.others).toEqual([])
  expect((await one.get('/_sandbox/report?format=text')).text).not.toContain('others')
})

test('the report of one business on a shared sandbox counts the others, and names none in any form', async () => {
  const token = 'a-token-of-32-characters-at-least'
  const sandbox = await openSandbox({ token })
  const reportOf = (format: string) =>
    call(sandbox.url, `/_sandbox/report?format=${format}`, { key: 'test_ama', headers: { 'x-sandbox-token': token } })
  expect((await reportOf('json')).body.others).toBe(0)
  expect((await reportOf('text')).text).not.toContain('others')
  for (const key of ['test_kofi', 'test_ama', 'test_esi'])
    await call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney() })
  expect((await reportOf('json')).body.others).toBe(2)
  expect((await reportOf('text')).text).toContain(
    '\nothers       2 other businesses had calls too: GET /_sandbox/report?key=all reports on every business\n',
  )
  for (const format of ['json', 'text', 'junit']) expect((await reportOf(format)).text).not.toMatch(/kofi|esi/)
})

test('only the report takes all as a key', async () => {
  const sandbox = await openSandbox({ token: 'a-token-of-32-characters-at-least' })
  const shop = sandbox.shop()
  expect((await shop.get('/_sandbox/report?key=all')).status).toBe(403)
  const free = await openSandbox()
  expect((await call(free.url, '/_sandbox/status?key=all', {})).status).toBe(401)
})
