import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { otherGroups, problemGroups, uncheckedGroups, withMoney } from '../../src/dashboard/report/groups.ts'
import { contradicted, ruleWords } from '../../src/dashboard/report/rule-words.ts'
import { verdictOf } from '../../src/dashboard/report/verdict.ts'
import { guidePages } from '../../src/guide-pages.ts'
import { moneyRules } from '../../src/judge/rules/table.ts'
import { rules } from '../../src/report/rules/index.ts'
import { situations } from '../../src/report/situations.ts'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { startMerchant } from '../support/start-merchant.ts'

async function verdictOn(shop: Shop) {
  const shown = async (path: string) => (await shop.get(`/_sandbox/${path}`)).body
  const [report, status, calls] = [await shown('report'), await shown('status'), await shown('requests?limit=1')]
  return verdictOf({ report, status, isCalled: calls.data.length > 0 })
}

test('the verdict names the gravest fact: nothing called, errors, what is to come, warnings, or none of them', async () => {
  const sandbox = await openSandbox()
  let answers = 200
  const merchant = await startMerchant(() => answers)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1h'] })
  expect(await verdictOn(shop)).toEqual({ tone: 'neutral', title: 'Nothing called yet', more: '' })
  await shop.collect({ reference: 'order-1' })
  expect(await verdictOn(shop)).toMatchObject({ title: 'Not finished: 1 transaction is open' })
  await shop.advance('1m')
  expect(await verdictOn(shop)).toEqual({ tone: 'good', title: 'No problems found', more: '' })
  answers = 500
  await shop.collect({ reference: 'order-2' })
  await shop.collect({ reference: 'order-3' })
  await shop.advance('1m')
  const more = '2 warnings'
  expect(await verdictOn(shop)).toEqual({ tone: 'neutral', title: 'Not finished: 2 webhooks are due', more })
  await shop.advance('2h')
  expect(await verdictOn(shop)).toMatchObject({ tone: 'bad', title: '2 errors' })
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 2 })
  const waits = 'Not finished: 2 queued scenarios are not used'
  expect(await verdictOn(shop)).toMatchObject({ title: '2 errors', more: expect.stringContaining(waits) })
})

test('what has no end without an action is counted apart from what is open', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'scn:never-final:1' })
  await shop.collect({ reference: 'scn:by-hand:1' })
  const waiting = '2 transactions are waiting for an action'
  expect(await verdictOn(shop)).toMatchObject({ title: `Not finished: ${waiting}` })
  for (const reference of ['order-1', 'order-2', 'order-3']) await shop.collect({ reference })
  expect(await verdictOn(shop)).toMatchObject({ title: `Not finished: 3 transactions are open, ${waiting}` })
  // The report names a hundred: of more it cannot be said which of them wait.
  await Promise.all(Array.from({ length: 100 }, (_, index) => shop.collect({ reference: `more-${index}` })))
  expect(await verdictOn(shop)).toMatchObject({ title: 'Not finished: 105 transactions are open' })
})

test('problems are grouped by rule, failures first; an expectation that may still be met is not a failure', async () => {
  const folder = temporaryFolder()
  const expecting = '{ expect: { statusQueries: 1, deliveries: { gte: 1, lte: 2 } } }'
  writeFileSync(join(folder, 'own.yaml'), `version: 1\nscenarios: { strict: ${expecting} }\n`)
  const sandbox = await openSandbox({ scenarios: [folder] })
  const shop = sandbox.shop()
  await shop.collect({ reference: 'scn:strict:1' })
  await shop.collect({ reference: 'order-1', amount: 0 })
  const open = (await shop.get('/_sandbox/report')).body
  expect(problemGroups(open).map(({ title }) => title)).toEqual(['Call refused for its form', 'Transaction still open'])
  expect(otherGroups(open).map(({ title, tone }) => [title, tone])).toEqual([
    ['strict: not yet as expected', 'neutral'],
  ])
  await shop.collect({ reference: 'scn:strict:2' })
  await shop.advance('1h')
  const report = (await shop.get('/_sandbox/report')).body
  expect(problemGroups(report).map(({ title, lines, count }) => [title, lines.length, count])).toEqual([
    ['strict: not as expected', 1, 2],
    ['No address for a webhook', 1, 2],
    ['Call refused for its form', 1, 1],
  ])
  expect(problemGroups(report)[0]?.lines[0]).toMatchObject({
    text: 'expected webhooks that arrived: at least 1 and at most 2, status queries: 1; was webhooks that arrived: 0, status queries: 0',
    links: ['scn:strict:1', 'scn:strict:2'].map((words) => ({ view: 'transactions', words })),
  })
})

test('every rule of the report has words, a page of the guide, and a situation that exists if it contradicts one', () => {
  const pages = new Set(guidePages().map(({ name }) => name))
  const known = situations.map(({ name }) => name)
  for (const rule of [...rules.map(({ rule }) => rule), ...moneyRules]) {
    const { title, page } = ruleWords(rule)
    const refutes = contradicted[rule]
    expect([rule, title === rule, pages.has(page)]).toEqual([rule, false, true])
    expect([rule, refutes === undefined || known.includes(refutes)]).toEqual([rule, true])
  }
})

test('the verdict counts every entry that the problems have: errors, warnings and notes', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'order-1' })
  await shop.advance('1m')
  await shop.collect({ reference: 'refused', amount: 0 })
  await shop.collect({ reference: 'open' })
  const { findings } = (await shop.get('/_sandbox/report')).body
  expect(findings.map(({ level }: { readonly level: string }) => level)).toEqual(['warning', 'info', 'info'])
  expect(await verdictOn(shop)).toMatchObject({ more: '1 warning. 2 notes' })
})

test('what the probe says about money is shown first, and why it could not be asked', async () => {
  const sandbox = await openSandbox({
    probe: { get: 'http://127.0.0.1:9/{reference}', paid: { at: '/status', is: 'paid' } },
  })
  const shop = sandbox.shop()
  await shop.collect({ reference: 'order-1' })
  await shop.advance('1m')
  const report = (await shop.get('/_sandbox/report')).body
  const asked = (await shop.get('/_sandbox/report?probe=true')).body
  const [group] = uncheckedGroups(withMoney(report, asked).notChecked ?? [])
  expect(group?.lines[0]?.text).toMatch(/cannot be asked/)
  const twice = { ...report.findings[0], rule: 'credited-twice', level: 'error' }
  const shown = problemGroups(withMoney(report, { ...asked, findings: [twice, ...report.findings] }))
  expect(shown.map(({ title }) => title)).toEqual(['Order credited twice', 'No address for a webhook'])
})
