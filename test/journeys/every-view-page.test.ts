import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { type OpenedSandbox, openSandbox } from '../support/opened-sandbox.ts'
import { allFindings, looks, openPlace, phone, settled } from '../support/page.ts'
import { bankPayout } from '../support/payout-requests.ts'
import { startMerchant } from '../support/start-merchant.ts'

async function openEveryView(sandbox: OpenedSandbox) {
  const merchant = await startMerchant(() => 401)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'refused', accountNumber: '0240009110' })
  await shop.generate({ reference: 'invoice-1' })
  const payout = (await shop.post('/disbursements/bank', bankPayout())).body[0].id
  const { id } = (await shop.collect({ reference: 'paid' })).body
  await shop.advance('1m')
  await shop.collect({ reference: 'order-1' })
  await shop.collect({ reference: '' })
  const { page } = await openPlace(sandbox.url, { view: 'start', key: shop.key })
  await settled(page)
  const links = await page.locator('.rail-list a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const named = links.map((link) => link?.replace(/^#\/|\?.*/g, '') ?? '')
  expect(named).toHaveLength(8)
  return { shop, views: [...named, 'wallets', `transactions/${payout}`, `transactions/${id}`] }
}

for (const contents of ['something', 'nothing']) {
  browserTest(`no view with ${contents} in it has a finding of axe, and each has headings in order`, async () => {
    const sandbox = await openSandbox()
    const { shop, views } = await openEveryView(sandbox)
    const isEmpty = contents === 'nothing'
    const { key } = isEmpty ? sandbox.shop() : shop
    const { page } = await openPlace(sandbox.url, { view: 'start', key })
    for (const view of isEmpty ? views.slice(0, -2) : views) {
      await page.goto('about:blank')
      await page.goto(`${sandbox.url}/_sandbox/#/${view}?key=${key}`)
      await settled(page)
      await page.locator('main h1').first().waitFor({ state: 'attached' })
      expect([view, await leaks(page)]).toEqual([view, []])
      for (const [name, { colorScheme, ...size }] of Object.entries(looks)) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        expect([view, name, ...(await allFindings(page))]).toEqual([view, name])
        expect([view, name, await headingFaults(page)]).toEqual([view, name, ''])
        const { sans, mono } = await typeSizes(page)
        const isScale = sans.length <= 4 && mono.length <= 1
        expect([view, name, isScale || { sans, mono }]).toEqual([view, name, true])
      }
    }
  })
}

/** Words that come from a value that is missing. */
async function leaks(page: Page): Promise<readonly string[]> {
  const text = await page.evaluate<string>('document.body.innerText')
  return text.match(/[^\n]*(?:\bundefined\b|\bNaN\b|\[object)[^\n]*/g) ?? []
}

/** The sizes of the text that is shown, those of a drawn phone apart. */
async function typeSizes(page: Page): Promise<Readonly<Record<'sans' | 'mono', readonly string[]>>> {
  return page.evaluate(`
    const sizes = { sans: new Set(), mono: new Set() }
    for (const part of document.querySelectorAll('body :not(.handset *, .spoken, .spoken *, script, option)')) {
      const hasText = part.matches('input, select, textarea') || [...part.childNodes].some(
        (node) => node instanceof Text && node.data.trim() !== '',
      )
      if (!hasText || !part.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const { fontFamily, fontSize } = getComputedStyle(part)
      sizes[fontFamily.includes('mono') ? 'mono' : 'sans'].add(fontSize)
    }
    ;({ sans: [...sizes.sans].toSorted(), mono: [...sizes.mono].toSorted() })
  `)
}

async function headingFaults(page: Page): Promise<string> {
  const levels = await page
    .locator(':is(h1, h2, h3, h4, h5, h6)')
    .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))))
  const isFault = (level: number, index: number) =>
    index === 0 ? level !== 1 : level === 1 || level > (levels[index - 1] ?? 0) + 1
  return levels.some(isFault) ? levels.join(' ') : ''
}

browserTest('three keys lead to the first row of the list, past the navigation and the filters', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'order-1' })
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await settled(page)
  await page.locator('.board-row').waitFor()
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await focused()).toContain('order-1')
  // An open prompt would take the focus for its PIN.
  await page.goto(`${sandbox.url}/_sandbox/#/start?key=${sandbox.shop().key}`)
  await page.reload()
  await page.getByLabel('Amount').waitFor()
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('To the form')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement === document.querySelector("form select")')).toBe(true)
})

for (const [name, look] of Object.entries(looks)) {
  browserTest(`a toast covers no view, and stays with the view of its button, ${name}`, async () => {
    const sandbox = await openSandbox()
    const { key } = sandbox.shop()
    const { page } = await openPlace(sandbox.url, { view: 'scenarios', key }, look)
    await settled(page)
    await page.getByRole('button', { name: 'Queue next: approve' }).click()
    const toast = page.getByText('The next request gets approve')
    const box = await toast.boundingBox()
    // On a phone it is over the head, where it takes no line of the view away.
    for (const part of look.width > 1000 ? ['.rail', '.head', '.view'] : ['.rail', '.view']) {
      const other = await page.locator(part).boundingBox()
      if (box === null || other === null) throw new Error(`${part} or the toast is not shown`)
      const isBeside = box.x >= other.x + other.width || other.x >= box.x + box.width
      expect([part, isBeside || box.y >= other.y + other.height || other.y >= box.y + box.height]).toEqual([part, true])
    }
    await page.goto(`${sandbox.url}/_sandbox/#/wallets?key=${key}`)
    await page.getByRole('heading', { name: 'Wallets', level: 1 }).waitFor()
    expect(await toast.count()).toBe(0)
  })
}

browserTest('a phone shows the whole name of a business beside the clock', async () => {
  const sandbox = await openSandbox({ clock: 'real' })
  sandbox.declare('test_bookshop', {})
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: 'test_bookshop' }, phone)
  await page.locator('.clock').waitFor()
  const [shown, wanted] = await page.evaluate<number[]>(`
    const menu = document.querySelector('.business-select')
    const shown = menu.offsetWidth
    menu.style.flexShrink = 0
    ;[shown, menu.offsetWidth]
  `)
  expect(shown).toBe(wanted)
})

browserTest('no word in a card is broken at any width', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  for (const view of ['scenarios', 'start', 'wallets', 'report']) {
    const { page } = await openPlace(sandbox.url, { view, key: shop.key })
    await settled(page)
    for (const width of [390, 700, 1000, 1300]) {
      await page.setViewportSize({ width, height: 1000 })
      expect([view, width, ...(await brokenWords(page))]).toEqual([view, width])
    }
  }
})

/** Words in cards whose letters are in two lines. */
async function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('.card :not(pre, .spoken, option)')].flatMap((part) =>
      [...part.childNodes].filter((node) => node instanceof Text).flatMap((text) =>
        [...text.data.matchAll(/\\p{L}+/gu)].flatMap(({ 0: word, index }) => {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          return lines.size > 1 ? [word] : []
        }),
      ),
    )
  `)
}
