import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { openPlace, settled } from '../support/page.ts'
import { watchTasks } from './long-tasks.ts'

/** `npm run soak` has 10,000 transactions, and measures the longest task that the page has meanwhile. */
const rows = Number(process.env.PAGE_ROWS ?? 1200)
const longestMs = Number(process.env.PAGE_LONGEST_MS ?? 0)
const changes = 1000

async function collectMany(shop: Shop, name: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += 50) {
    const some = Array.from({ length: Math.min(50, count - first) }, (_, index) => first + index)
    await Promise.all(some.map((index) => shop.collect({ reference: `${name}-${index}` })))
  }
}

browserTest('a board with many transactions shows 1,000 new ones and all that becomes of them', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await collectMany(shop, 'old', rows)
  await shop.advance('1m')
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  const longestTask = longestMs > 0 ? await watchTasks(page) : null
  await page.reload()
  await settled(page)
  await watchShifts(page)
  const shows = (what: string, number: number) =>
    page.locator(what).getByText(number.toLocaleString('en'), { exact: true }).waitFor({ timeout: 60_000 })
  await shows('.board-count', rows)
  await collectMany(shop, 'new', changes)
  await shows('.board-count', rows + changes)
  await shows('.board-state:has-text("Initiated")', changes)
  await shop.advance('1m')
  await shows('.board-state:has-text("Completed")', rows + changes)
  // Only a figure that gets longer may move what is behind it.
  const shifts = await shiftsOf(page)
  expect(shifts).toBeLessThan(0.001)
  // Rows outside the view are not drawn.
  expect(await page.locator('.board-row').count()).toBeLessThan(60)
  await page.locator('.board-search input').pressSequentially('new-17 mensah')
  await page.locator('.board-row', { hasText: 'new-17' }).first().waitFor()
  if (longestTask !== null) {
    const longest = await longestTask()
    process.stdout.write(
      `longest task of the page with ${rows} transactions: ${Math.round(longest)} ms, shifts ${shifts}\n`,
    )
    expect(longest).toBeLessThan(longestMs)
  }
})

/** Every other view that follows what happens; it is only measured. */
const views = longestMs > 0 ? ['phones', 'bank', 'time', 'scenarios', 'traffic', 'report', 'wallets'] : []

for (const view of views) {
  browserTest(`${view} stays usable with many transactions while more come`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    await collectMany(shop, 'old', rows)
    // The first movement of a wallet makes room for its lines, once.
    if (view === 'wallets') await shop.advance('1m')
    const { page } = await openPlace(sandbox.url, { view, key: shop.key })
    const longestTask = await watchTasks(page)
    await page.reload()
    await settled(page)
    await watchShifts(page)
    await collectMany(shop, 'new', changes)
    await shop.advance('1m')
    await page.locator('h1').first().waitFor({ state: 'attached' })
    const shifts = await shiftsOf(page)
    const longest = await longestTask()
    process.stdout.write(
      `${view} with ${rows} transactions: longest task ${Math.round(longest)} ms, shifts ${shifts}\n`,
    )
    expect(longest).toBeLessThan(longestMs)
    // Less than what people notice: lists where a phone that is asked goes to the top move a little.
    expect(shifts).toBeLessThan(0.1)
  })
}

async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(`
    window.shifts = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifts += value
    }).observe({ type: 'layout-shift' })
  `)
}

async function shiftsOf(page: Page): Promise<number> {
  return page.evaluate<number>('window.shifts')
}
