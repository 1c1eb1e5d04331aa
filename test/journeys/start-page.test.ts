import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { definitionOf, flowHas, flows } from '../../src/catalogue/flows.ts'
import { browserTest } from '../support/chromium.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { looks, openPlace, seriousFindings, settled } from '../support/page.ts'

async function typePin(page: Page): Promise<void> {
  await page.locator('.start-phone .handset-rings').waitFor()
  const pad = page.locator('.prompt-pad')
  for (let digits = 0; digits < 4; digits++) await pad.getByRole('button', { name: '0', exact: true }).click()
  await pad.getByRole('button', { name: 'Send the PIN' }).click()
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(`the first webhook is seen without a server, ${name}`, async () => {
    const sandbox = await openSandbox({ clock: 'real' })
    const { key } = sandbox.shop()
    const { page, complaints } = await openPlace(sandbox.url, { view: 'start', key }, look)
    await settled(page)
    await page.getByRole('button', { name: 'Try it Mobile money', exact: true }).click()
    await typePin(page)
    await page.getByText('Webhook answered 200').waitFor()
    await page.getByText('signature right').waitFor()
    await page.locator('.start-stage').getByText('Completed').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
}

browserTest(
  'phone, timeline, server and the values to connect are on one screen, before and after a payment',
  async () => {
    const sandbox = await openSandbox({ clock: 'real' })
    const { key } = sandbox.shop()
    const { page } = await openPlace(sandbox.url, { view: 'start', key }, { width: 1300, height: 850 })
    await settled(page)
    expect(await page.locator('.picture').count()).toBe(0)
    const expectOneScreen = async () => {
      const phone = await boxOf(page, '.start-phone')
      const life = await boxOf(page, '.start-life')
      const server = await boxOf(page, '.start-server')
      expect([phone.right < life.left, life.right < server.left]).toEqual([true, true])
      expect([life.top, server.top]).toEqual([phone.top, phone.top])
      expect((await boxOf(page, '.start-connect')).bottom).toBeLessThanOrEqual((await boxOf(page, '.view')).bottom)
    }
    await expectOneScreen()
    await page.getByRole('button', { name: 'Try it Mobile money', exact: true }).click()
    await page.locator('.handset-rings').waitFor()
    // Nothing of the prompt is cut off.
    expect(await page.locator('.handset-app').evaluate((app) => app.scrollHeight - app.clientHeight)).toBe(0)
    await page.keyboard.type('0000')
    await page.keyboard.press('Enter')
    await page.locator('.handset-result', { hasText: 'Approved' }).waitFor()
    await page.locator('.start-server').getByText('Webhook answered 200').waitFor()
    await page.locator('.start-server').getByText('"COMPLETED"').waitFor()
    await expectOneScreen()
  },
)

browserTest('on a phone the parts of Start are one below the other', async () => {
  const sandbox = await openSandbox({ clock: 'real' })
  const { key } = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'start', key }, { width: 390, height: 844 })
  await settled(page)
  let above = await boxOf(page, '.start-flows')
  for (const part of ['.start-phone', '.start-life', '.start-server', '.start-connect']) {
    const box = await boxOf(page, part)
    expect([part, box.left, box.top > above.bottom]).toEqual([part, above.left, true])
    above = box
  }
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`${selector} is not shown`)
  const [top, left] = [Math.round(box.y), Math.round(box.x)]
  return { top, left, right: left + Math.round(box.width), bottom: top + Math.round(box.height) }
}

browserTest('a newcomer sees a webhook of every flow, from an empty sandbox', async () => {
  const sandbox = await openSandbox({ clock: 'real' })
  const begun = performance.now()
  const { page } = await openPlace(sandbox.url, { view: '', key: 'test_sandbox' })
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`
  const seen: string[] = []
  for (const flow of flows) {
    const { title } = definitionOf(flow).page
    const button = page.getByRole('button', { name: `Try it ${title}`, exact: true })
    await button.click()
    if (flowHas(flow, 'prompt')) await typePin(page)
    await page.locator('.start-stage .state', { hasText: 'Completed' }).waitFor()
    await page.getByText('Webhook answered 200').waitFor()
    seen.push(`${title} after ${seconds()}`)
    // It plays to its end before the next can be tried.
    await button.and(page.locator(':enabled')).waitFor()
  }
  process.stdout.write(`webhooks seen by a newcomer: ${seen.join(', ')}\n`)
  const { body } = await sandbox.shop().call('/_sandbox/webhooks', { key: 'test_sandbox' })
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual(flows.map(() => 'delivered'))
})

browserTest('a frozen clock is moved, and a failing payment fails on the page', async () => {
  const sandbox = await openSandbox()
  const { key } = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'start', key })
  await settled(page)
  await page.getByLabel('What happens: Virtual account').selectOption({ label: 'No transfer comes' })
  await page.getByRole('button', { name: 'Try it Virtual account' }).click()
  await page.locator('.start-stage .state', { hasText: 'Failed' }).waitFor()
  await page.getByText('Start moved the clock ahead by 30 min 00 s.').waitFor()
  await page.getByText('Webhook answered 200').waitFor()
})

browserTest('the OTP is switched on for MTN customers, and submitted while a payment is played', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page, complaints } = await openPlace(sandbox.url, { view: 'start', key: shop.key })
  await settled(page)
  const smsOtp = async () => (await shop.get('/_sandbox/business')).body.smsOtp
  const otpSwitch = page.getByLabel('one-time password by SMS first')
  await otpSwitch.check()
  await page.getByText('MTN customers get a one-time password', { exact: true }).waitFor()
  expect(await smsOtp()).toEqual(['MTN'])
  await page.getByRole('button', { name: 'Try it Mobile money', exact: true }).click()
  await typePin(page)
  await page.locator('.start-stage .state', { hasText: 'Completed' }).waitFor()
  const [transaction] = (await shop.get('/_sandbox/transactions')).body.data
  const { timeline } = (await shop.get(`/_sandbox/transactions/${transaction.id}`)).body
  expect(timeline.map(({ event }: { readonly event: string }) => event)).toContain('otp_accepted')
  await otpSwitch.uncheck()
  await page.getByText('No one-time passwords').waitFor()
  expect(await smsOtp()).toEqual([])
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
})

browserTest('on a phone the page itself never scrolls: the way to the other views stays in sight', async () => {
  const sandbox = await openSandbox()
  const { key } = sandbox.shop()
  for (const view of ['start', 'wallets', 'scenarios']) {
    const { page } = await openPlace(sandbox.url, { view, key }, { width: 390, height: 844 })
    await settled(page)
    await page.locator('main h1').first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight'), view).toBe(0)
  }
})

browserTest('an empty sandbox opens with how to start, one with transactions does not', async () => {
  const sandbox = await openSandbox()
  const { page } = await openPlace(sandbox.url, { view: '', key: 'test_sandbox' })
  await page.getByRole('heading', { name: 'See a payment happen' }).waitFor()
  const shop = sandbox.shop()
  await shop.collect()
  const { page: busy } = await openPlace(sandbox.url, { view: '', key: shop.key })
  await busy.locator('.board-row').waitFor()
})
