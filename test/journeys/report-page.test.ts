import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Request } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { openCreditingShop } from '../support/crediting-shop.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { looks, openPlace, seriousFindings, settled } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'

const at = Date.parse('2026-01-31T12:00:00.000Z')
const sent = { at, kind: 'webhook_attempted', attempt: 1, came: { status: 200, error: null, durationMs: 4 } }
const created = { at, kind: 'created', scenario: 'approve', by: 'file' }
const settledEvent = { at, kind: 'settled', status: 'COMPLETED', result: 'approved' }

for (const [name, look] of Object.entries(looks)) {
  browserTest(`what explore found is shown: the sentence, both timelines, the line to replay, ${name}`, async () => {
    const data = temporaryFolder()
    const found = join(data, 'found')
    mkdirSync(found)
    const schedule = 'version: 1\nwhy: a test\nschedule: [{ order: 1, change: webhook-twice }]\n'
    const plain = [{ reference: 'order-1', timeline: [created, settledEvent, sent] }]
    const failing = [{ reference: 'order-1', timeline: [created, settledEvent, sent, sent] }]
    writeFileSync(join(found, 'webhook-twice-1.yaml'), schedule)
    writeFileSync(
      join(found, 'webhook-twice-1.json'),
      JSON.stringify({ message: 'credited <b>21</b>', plain, failing }),
    )
    writeFileSync(join(found, 'broken.yaml'), 'version: 2\n')
    const sandbox = await openSandbox({ data })
    const { page, complaints } = await openPlace(sandbox.url, { view: 'report', key: 'test_sandbox' }, look)
    await settled(page)
    const card = page.getByRole('region', { name: 'Found by explore' })
    await card.getByText('Your test fails when the webhook of transaction 1 comes twice').waitFor()
    expect(await card.getByText('credited <b>21</b>').count()).toBe(1)
    expect(await card.locator('code').textContent()).toBe(
      `payments-sandbox exec --schedule ${join(found, 'webhook-twice-1.yaml')} -- YOUR COMMAND`,
    )
    const pictures = card.locator('.picture')
    expect(await Promise.all([0, 1].map((index) => pictures.nth(index).locator('.sign').count()))).toEqual([3, 4])
    expect(await card.getByRole('listitem').count()).toBeGreaterThan(0)
    expect([await seriousFindings(page), complaints]).toEqual([[], []])
  })
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(`a mistake about money has both books and what happened, ${name}`, async () => {
    const { sandbox, shop } = await openCreditingShop()
    await shop.collect({ reference: 'order-1', amount: 10, accountNumber: '0240009150' })
    await shop.advance('1h')
    const { page, complaints } = await openPlace(sandbox.url, { view: 'report', key: shop.key }, look)
    const problems = page.getByRole('region', { name: 'Problems' })
    await problems.getByRole('cell', { name: 'paid, credited 30 GHS' }).waitFor()
    await problems.getByRole('cell', { name: 'COMPLETED after 3s: 10 GHS came' }).waitFor()
    const events = await problems.getByRole('list', { name: 'What happened' }).getByRole('listitem').allTextContents()
    expect(events.map((text) => text.replaceAll(/\s+/g, ' ')).slice(-2)).toEqual([
      '+3s webhook copy 2 attempt 1: answered 200',
      '+3s webhook copy 3 attempt 1: answered 200',
    ])
    expect([await seriousFindings(page), complaints]).toEqual([[], []])
  })
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(`the report begins with its verdict, and names rules in words with a link, ${name}`, async () => {
    const sandbox = await openSandbox()
    const merchant = await startMerchant(() => 500)
    const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1s'] })
    const { page, complaints } = await openPlace(sandbox.url, { view: 'report', key: shop.key }, look)
    const verdict = page.getByRole('region', { name: 'Verdict' })
    await verdict.getByText('Nothing called yet').waitFor()
    for (const reference of ['order-1', 'order-2', 'order-3', 'order-4']) await shop.collect({ reference })
    await shop.collect({ reference: 'refused', amount: 0 })
    await verdict.getByText('Not finished: 4 transactions are open').waitFor()
    await shop.advance('1m')
    await verdict.getByText('4 errors').waitFor()
    const groups = page.getByRole('region', { name: 'Problems' }).locator('details')
    expect(await groups.locator('summary').allTextContents()).toEqual([
      'Webhook given up4',
      'Call refused for its form1',
    ])
    const lost = groups.first()
    // Four webhooks that one server refused alike are one line.
    const [line, ...more] = await lost.getByRole('listitem').allTextContents()
    expect(line).toBe(
      'the webhook for order-1 was given up after 2 attempts, the last of them with: status 500 · order-1, order-2, order-3, order-4Copy as test',
    )
    expect(more).toEqual(['What to do about it: payments-sandbox guide webhooks'])
    expect(await page.locator('main').textContent()).not.toMatch(/\bD\d\d|lost-webhook/)
    const situations = page.getByRole('region', { name: 'Situations' })
    await situations.getByText("await shop.use('dropped-webhook')").waitFor()
    expect(await situations.getByRole('heading').textContent()).toBe('Situations 0 of 10 played')
    expect(await situations.getByRole('listitem').count()).toBe(10)
    expect([await seriousFindings(page), complaints]).toEqual([[], []])
    await groups.nth(1).getByRole('link', { name: 'the calls' }).click()
    await page.getByText('POST /collections/mobilemoney').first().waitFor()
  })
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(
    `a situation has a cross if a problem contradicts it, and a check mark if it was survived, ${name}`,
    async () => {
      const sandbox = await openSandbox()
      const isForged = (attempt: unknown) => Number(attempt) < 4
      let isCareful = false
      const merchant = await startMerchant(({ headers }) => {
        return isCareful && isForged(headers['x-sandbox-attempt']) ? 401 : 200
      })
      const shop = sandbox.shop({ callbackUrl: merchant.url })
      for (const use of ['duplicate', 'wrong-signature']) {
        await shop.post('/_sandbox/scenarios/queue', { use })
        await shop.collect({ reference: use })
      }
      await shop.advance('1m')
      const { page, complaints } = await openPlace(sandbox.url, { view: 'report', key: shop.key }, look)
      const situations = page.getByRole('region', { name: 'Situations' })
      const entryOf = (use: string) => situations.locator('li', { has: page.locator('strong', { hasText: use }) })
      const forged = entryOf('wrong-signature')
      await forged.getByText('A problem says otherwise:').waitFor()
      expect(await forged.locator('.icon.tone-bad').count()).toBe(1)
      // To play it again after a change.
      await forged.getByRole('button', { name: 'Queue next: wrong-signature' }).waitFor()
      await forged.getByRole('button', { name: 'Play now: wrong-signature' }).waitFor()
      await entryOf('duplicate')
        .getByText('Played: your tests say whether your code gives out the goods once')
        .waitFor()
      expect(await situations.locator('.icon.tone-good').count()).toBe(0)
      expect([await seriousFindings(page), complaints]).toEqual([[], []])
      await forged.getByRole('link', { name: 'Webhook without a right signature accepted' }).click()
      const sought = page.locator('summary[aria-current]', { hasText: 'Webhook without a right signature accepted' })
      await sought.waitFor()
      const isInSight = `(({ top }) => top >= 0 && top < innerHeight)(document.querySelector('summary[aria-current]').getBoundingClientRect())`
      await expect.poll(() => page.evaluate(isInSight)).toBe(true)
      const other = sandbox.shop({ callbackUrl: merchant.url })
      isCareful = true
      await other.post('/_sandbox/scenarios/queue', { use: 'wrong-signature' })
      await other.collect({ reference: 'order-1' })
      await other.advance('1h')
      await page.goto(`${sandbox.url}/_sandbox/#/report?key=${other.key}`)
      await forged.getByText('Survived: your code refuses a webhook with a wrong signature, or without one.').waitFor()
      expect(await situations.locator('.icon.tone-good').count()).toBe(1)
    },
  )
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(
    `a problem is copied as a test, and is in red on the payment's page with a link back, ${name}`,
    async () => {
      const sandbox = await openSandbox()
      const shop = sandbox.shop({ callbackUrl: (await startMerchant()).url })
      await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-signature' })
      await shop.collect({ reference: 'order-1' })
      await shop.advance('1m')
      await shop.collect({ reference: 'open' })
      const { page, complaints } = await openPlace(sandbox.url, { view: 'report', key: shop.key }, look)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const problems = page.getByRole('region', { name: 'Problems' })
      await problems.getByRole('button', { name: 'Copy as test' }).first().click()
      await page.locator('.toast').getByText('Copied').waitFor()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(copied).toContain('test("order-1 has no forged-webhook-accepted", async (t) => {')
      // As the call had it, not as the record writes it.
      expect(copied).toContain('"accountNumber": "0241234567"')
      await problems.getByRole('link', { name: 'order-1' }).click()
      const found = page.getByRole('list', { name: 'Problems of the report' }).getByRole('listitem')
      const sentence = /^answered status 200 to a webhook for order-1 whose signature was missing: check the signature/
      await found.getByText(sentence).waitFor()
      expect(await found.locator('.tone-bad').count()).toBe(2)
      expect([await seriousFindings(page), complaints]).toEqual([[], []])
      await found.getByRole('link', { name: 'In the report' }).click()
      await problems.locator('[aria-current]').getByText(sentence).waitFor()
      // What is only worth knowing is no alarm.
      await problems.getByRole('link', { name: 'open' }).click()
      await page.getByRole('heading', { name: 'open', exact: true }).waitFor()
      await settled(page)
      expect(await found.count()).toBe(0)
    },
  )
}

browserTest('a test that cannot be made says why', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'order-1' })
  await shop.advance('1m')
  const { page } = await openPlace(sandbox.url, { view: 'report', key: shop.key })
  await page.route('**/_sandbox/scenarios/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Copy as test' }).click()
  await page.locator('.toast').getByText('The sandbox does not answer').waitFor()
})

browserTest('however much happens, the page asks for a report at most once a second', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { body } = await shop.collect({ reference: 'order-1' })
  for (const view of ['report', `transactions/${body.id}`]) {
    const { page } = await openPlace(sandbox.url, { view, key: shop.key })
    const asked: Request[] = []
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname === '/_sandbox/report' && !request.url().includes('probe'))
        asked.push(request)
    })
    while (asked.length < 3) {
      await shop.get(`/payments/${body.id}`)
      await page.waitForTimeout(20)
    }
    const begun = asked.map((request) => request.timing().startTime)
    expect(begun.slice(1).map((at, index) => at - (begun[index] ?? 0) > 999)).toEqual([true, true])
    await page.close()
  }
})

browserTest('a lost reply is queued from the report, and met once the same reference came again', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'usual' })
  const { page } = await openPlace(sandbox.url, { view: 'report', key: shop.key })
  const entry = page.getByRole('region', { name: 'Situations' }).locator('li', { hasText: 'lost-reply' })
  await entry.getByText('Asks whether your code sends the call again under the same reference').waitFor()
  expect(await entry.getByRole('button', { name: 'Play now' }).count()).toBe(0)
  await entry.getByRole('button', { name: 'Queue next: lost-reply' }).click()
  await page.locator('.toast').getByText('The next request gets lost-reply').waitFor()
  await shop.collect({ reference: 'lost' }).catch(() => null)
  await entry.getByText('Played, not met yet: it is met once your code sends the call again').waitFor()
  await page.getByRole('heading', { name: /^Situations 1 of 1\d played/ }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await shop.collect({ reference: 'lost' })
  await entry.getByText('Survived: your code sends the call again under the same reference').waitFor()
  expect(await entry.getByRole('button').count()).toBe(0)
})

browserTest('what the page plays may be refused: it says how it was answered', async () => {
  const sandbox = await openSandbox()
  const { key } = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'report', key })
  await page.getByRole('button', { name: 'Play now: too-many-requests' }).click()
  await page.locator('.toast').getByText('Played too-many-requests: answered 429').waitFor()
})

browserTest('a situation that was not played is queued from the report, for its flow', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect()
  const { page } = await openPlace(sandbox.url, { view: 'report', key: shop.key })
  const situations = page.getByRole('region', { name: 'Situations' })
  await situations.getByRole('button', { name: 'Queue next: wrong-pin' }).click()
  await page.locator('.toast').getByText('The next request gets wrong-pin').waitFor()
  await shop.collect({ reference: 'order-2' })
  await shop.advance('1m')
  const { data } = (await shop.get('/_sandbox/transactions?reference=order-2')).body
  expect([data[0].status, data[0].scenario]).toEqual(['FAILED', { name: 'wrong-pin', by: 'queue' }])
  await situations
    .getByRole('heading')
    .getByText(/^[1-9] of 1\d played$/)
    .waitFor()
  expect(await situations.getByRole('button', { name: 'Queue next: wrong-pin' }).count()).toBe(0)
})
