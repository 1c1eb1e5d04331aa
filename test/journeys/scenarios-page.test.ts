import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { looks, openPlace, seriousFindings, settled } from '../support/page.ts'

for (const [name, look] of Object.entries(looks)) {
  browserTest(`scenarios, calls, report and wallets are shown, ${name}`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    await shop.collect({ reference: '<b>paid</b>' })
    await shop.collect({ amount: 0, reference: 'refused' })
    await shop.advance('1m')
    for (const view of ['scenarios', 'calls', 'report', 'wallets']) {
      const { page, complaints } = await openPlace(sandbox.url, { view, key: shop.key }, look)
      await settled(page)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([view, await seriousFindings(page)]).toEqual([view, []])
      expect(complaints).toEqual([])
    }
  })
}

browserTest('a scenario is queued and made the default, and a draft is checked as it is written', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'scenarios', key: shop.key })
  await settled(page)
  await page.getByRole('button', { name: 'Queue next: wrong-pin' }).click()
  await page.getByText('wrong-pin ×1').waitFor()
  await page.getByRole('button', { name: 'Default: timeout' }).click()
  await page.getByRole('button', { name: 'Default: timeout', pressed: true }).waitFor()
  expect((await shop.collect()).headers['x-sandbox-scenario']).toBe('wrong-pin; by=queue')
  const draft = page.getByLabel('Scenario file')
  await page.getByText('It is right').waitFor()
  await draft.fill('version: 1\nscenarios:\n  mine: { outcome: aproved }\n')
  await page.locator('.scenarios-problems', { hasText: 'approved' }).waitFor()
  expect(await page.locator('.scenarios-problems li').first().textContent()).toMatch(/^3:\d+ /)
})
