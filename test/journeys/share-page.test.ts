import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { Transaction } from '../../src/dashboard/state/transaction.ts'
import { testOf } from '../../src/dashboard/transaction/as-test.ts'
import type { Problem } from '../../src/dashboard/transaction/test-end.ts'
import { startReceiver } from '../../src/testing/receiver.ts'
import { browserTest } from '../support/chromium.ts'
import { launchNode } from '../support/cli.ts'
import { merchantProject } from '../support/merchant-project.ts'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { openPlace, seriousFindings } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { until } from '../support/until.ts'

interface Copying {
  readonly problem?: Problem
  readonly edit?: (text: string) => string
}

/** Runs the copied test of a transaction, or of a problem of it. */
async function runCopied(shop: Shop, reference: string, { problem, edit = (text) => text }: Copying = {}) {
  const [{ id }] = (await shop.get(`/_sandbox/transactions?reference=${reference}`)).body.data
  const transaction: Transaction = (await shop.get(`/_sandbox/transactions/${id}`)).body
  const { yaml } = (await shop.get(`/_sandbox/scenarios/${transaction.scenario.name}?reference=${reference}`)).body
  const text = edit(testOf(transaction, yaml, problem))
  const cwd = merchantProject({ 'it.test.mjs': text })
  const { stdout } = await launchNode(['--test', '--test-reporter=tap', 'it.test.mjs'], { cwd }).ended
  return { stdout, steps: happenedIn(transaction) }
}

/** What must be equal of what happened in two transactions: kinds, times and facts. */
function happenedIn({ steps }: Pick<Transaction, 'steps'>) {
  return steps.flatMap((step: Transaction['steps'][number] & Partial<Facts>) => {
    const { kind, at, status, result, amount, action, attempt, came } = step
    return at === undefined ? [] : [{ kind, at, status, result, amount, action, attempt, answered: came?.status }]
  })
}

interface Facts {
  readonly [fact: string]: unknown
  readonly came: { readonly status: unknown } | null
}

async function stepsOfCopy(shop: Shop, reference: string) {
  const added = `  console.log('steps ' + JSON.stringify(await shop.transaction({ reference: '${reference}' })))\n`
  const edit = (text: string) => text.replace('  // Let your own code', (line) => added + line)
  const { stdout, steps } = await runCopied(shop, reference, { edit })
  const [, json = '{}'] = /steps (.*)/.exec(stdout) ?? [stdout]
  return { copied: happenedIn(JSON.parse(json)), steps }
}

test('a copied test brings the timeline about, and fails because it does not ask the user’s code yet', async () => {
  const answers = [500, 500, 404, 200]
  const merchant = await startMerchant(() => answers.shift() ?? 200)
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin' })
  await shop.collect({ reference: 'order-1' })
  await shop.advance('1h')
  const { copied, steps } = await stepsOfCopy(shop, 'order-1')
  expect(copied).toEqual(steps)
  const { stdout } = await runCopied(shop, 'order-1')
  expect(stdout).toContain('order-1 is FAILED: what does your code show?')
  expect(stdout).toContain('# fail 1')
})

test('a replay is in a copied test, with what it was answered', async () => {
  let status = 500
  const merchant = await startMerchant(() => status)
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'order-1' })
  await shop.advance('1m')
  const [{ id }] = (await shop.get('/_sandbox/webhooks')).body.data
  status = 200
  await shop.post(`/_sandbox/webhooks/${id}/replay`)
  const { copied, steps } = await stepsOfCopy(shop, 'order-1')
  expect(copied).toEqual(steps)
})

test('a replay on a running clock is in a copied test: the server answers it as it did', async () => {
  let status = 500
  const merchant = await startMerchant(() => status)
  const sandbox = await openSandbox({ clock: 'real' })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  await shop.post(`/_sandbox/transactions/${id}/approve`)
  const [{ id: webhook }] = (await shop.get('/_sandbox/webhooks')).body.data
  await until(
    () => 'the webhook was not answered',
    async () => (await shop.get('/_sandbox/webhooks?failed=true')).body.data.length === 1,
  )
  status = 200
  await shop.post(`/_sandbox/webhooks/${webhook}/replay`)
  const { copied, steps } = await stepsOfCopy(shop, 'order-1')
  const whatCame = (happened: ReturnType<typeof happenedIn>) => happened.map(({ kind, answered }) => [kind, answered])
  expect(whatCame(copied)).toEqual(whatCame(steps))
})

interface Case {
  readonly rule: string
  readonly use?: string
  /** What the server answers; null: nothing listens, and undefined: it has no address. */
  readonly answers?: number | null | undefined
  readonly after?: string
  readonly isTwice?: boolean
}

const cases: readonly Case[] = [
  { rule: 'forged-webhook-accepted', use: 'wrong-signature' },
  { rule: 'broken-body-accepted', use: 'truncated-webhook' },
  { rule: 'lost-webhook', answers: 500 },
  { rule: 'badly-answered-webhook', answers: 500, after: '10s' },
  { rule: 'refused-connection', answers: null, after: '10s' },
  { rule: 'never-asked', use: 'dropped-webhook' },
  { rule: 'reference-used-again', isTwice: true },
  { rule: 'no-callback-address', answers: undefined },
  { rule: 'left-open', after: '1s' },
]

for (const { rule, use, after = '1d', isTwice, ...one } of cases) {
  const { answers } = { answers: 200, ...one }
  test(`the copied test of the problem ${rule} fails because of it alone`, async () => {
    const merchant = await startReceiver(() => [])
    onTestFinished(() => merchant.close())
    merchant.reply(answers ?? 200)
    const sandbox = await openSandbox()
    const callbackUrl = answers === null ? 'http://127.0.0.1:9/' : merchant.url
    const shop = sandbox.shop(answers === undefined ? {} : { callbackUrl })
    if (use !== undefined) await shop.post('/_sandbox/scenarios/queue', { use })
    await shop.collect({ reference: 'order-1' })
    if (isTwice) await shop.collect({ reference: 'order-1' })
    await shop.advance(after)
    const { findings } = (await shop.get('/_sandbox/report')).body
    const problem = findings.find((one: Problem) => one.rule === rule)
    const { stdout } = await runCopied(shop, 'order-1', { problem })
    expect(stdout).toContain(`not ok 1 - order-1 has no ${rule}`)
    expect(stdout).toContain(problem.evidence.split(' ').slice(0, 5).join(' '))
  })
}

test('the copied test of a problem passes once the server does right', async () => {
  const careless = await startMerchant()
  const careful = await startMerchant(({ headers }) => (Number(headers['x-sandbox-attempt']) < 4 ? 401 : 200))
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: careless.url })
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-signature' })
  await shop.collect({ reference: 'order-1' })
  await shop.advance('1m')
  const [problem] = (await shop.get('/_sandbox/report')).body.findings
  const edit = (text: string) =>
    text.replace('merchant.url', `'${careful.url}'`).replace('  assert.equal', '  await shop.advance("1h")\n$&')
  const { stdout } = await runCopied(shop, 'order-1', { problem, edit })
  expect(careful.webhooks.length).toBe(4)
  expect(stdout).toContain('ok 1 - order-1 has no forged-webhook-accepted')
  expect(stdout).toContain('# pass 1')
})

test('what only the books of the merchant show is said by the last line of the copied test', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'order-1' })
  const problem = { rule: 'credited-twice', evidence: 'credited `20`' }
  expect((await runCopied(shop, 'order-1', { problem })).stdout).toContain('credited `20`')
})

test('acts by hand, OTPs and transfers are in a copied test, each at its time', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: (await startMerchant()).url, partialPayments: 'accept' })
  const account = (await shop.generate({ reference: 'va-1' })).body.virtual_account.account_number
  await shop.advance('1m')
  await shop.post(`/_sandbox/virtual-accounts/${account}/transfers`, { amount: 5000 })
  const otp = (await shop.collect({ reference: 'otp-1', accountNumber: '0240009190' })).body.id
  await shop.post('/collections/otp', { id: otp, otp: '000000' })
  await shop.advance('2500ms')
  const code = (await shop.get(`/_sandbox/transactions/${otp}`)).body.otp
  await shop.post('/collections/otp', { id: otp, otp: code })
  await shop.advance('10s')
  const declined = (await shop.collect({ reference: 'tap`\\' })).body.id
  await shop.post(`/_sandbox/transactions/${declined}/decline`)
  for (const reference of ['va-1', 'otp-1']) {
    const { copied, steps } = await stepsOfCopy(shop, reference)
    expect(copied).toEqual(steps)
  }
  expect((await runCopied(shop, encodeURIComponent('tap`\\'))).stdout).toContain('is FAILED: what does your code show?')
})

browserTest('a timeline is copied as a link and as a test, and saved as a picture', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: (await startMerchant()).url })
  const { id } = (await shop.collect()).body
  await shop.advance('1m')
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key })
  await page.context().grantPermissions(['clipboard-read'])
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share the timeline' })
  const expectCopied = async (name: string, text: string) => {
    await dialog.getByRole('button', { name }).click()
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain(text)
  }
  await expectCopied('Copy link', `${sandbox.url}/_sandbox/#/transactions/${id}?key=${shop.key}`)
  await expectCopied('Copy as test', 'test("order-1 is COMPLETED", async (t) => {')
  // As the call had it, not as the record writes it.
  await expectCopied('Copy as test', '"accountNumber": "0241234567"')
  expect(await seriousFindings(page)).toEqual([])
  const savedBy = async (name: string) => {
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name }).click()
    const file = await saved
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
  }
  const svg = await savedBy('Save as SVG')
  expect(svg.name).toBe('order-1.svg')
  expect(svg.bytes.toString()).toMatch(/^<svg .*>Your server<\/text><\/g><\/svg>$/s)
  expect(svg.bytes.toString()).not.toMatch(/var\(|style=|class=|light-dark/)
  expect(svg.bytes.toString()).toContain('>order-1 · GHS 100.00 · Completed<')
  expect(svg.bytes.toString()).toContain('>2026-01-31 12:00:00 UTC · Mobile money<')
  const png = await savedBy('Save as PNG')
  expect([png.name, png.bytes.subarray(1, 4).toString()]).toEqual(['order-1.png', 'PNG'])
  // Width and height in pixels: twice those of the SVG.
  const width = Number(/width="(\d+)"/.exec(svg.bytes.toString())?.[1])
  expect(png.bytes.readUInt32BE(16)).toBe(width * 2)
})

browserTest('the picture of a failed transaction says why, in its dark colours, too', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { id } = (await shop.collect({ accountNumber: '0240009110', amount: 1250.5 })).body
  await shop.advance('1m')
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key }, { colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Share' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as SVG' }).click()
  const svg = readFileSync(await (await saved).path()).toString()
  expect(svg).toContain('>order-1 · GHS 1,250.50 · Failed<')
  expect(svg).toContain(
    '>2026-01-31 12:00:00 UTC · Mobile money · 4200 | Customer | Wrong PIN, or no answer to the prompt in time<',
  )
  expect(svg).toMatch(/<rect width="100%" height="100%" fill="rgb\(21, 26, 36\)"/)
})

browserTest('the picture of an account says how much came too little or too much', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ partialPayments: 'accept' })
  const { id, virtual_account: account } = (await shop.generate()).body
  await shop.post(`/_sandbox/virtual-accounts/${account.account_number}/transfers`, { amount: 3489.5 })
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key })
  await page.getByRole('button', { name: 'Share' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as SVG' }).click()
  const svg = readFileSync(await (await saved).path()).toString()
  expect(svg).toContain('UTC · Virtual account · NGN 1,510.50 short<')
})
