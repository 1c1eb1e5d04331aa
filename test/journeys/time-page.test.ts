import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { type OpenedSandbox, openSandbox } from '../support/opened-sandbox.ts'
import { looks, openPlace, phone, seriousFindings, settled } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'

/** A business with work of every kind, near and far: steps, a webhook that is tried again, an account that expires. */
async function openBusyShop(sandbox: OpenedSandbox) {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'unheard', callbackURL: 'http://127.0.0.1:9/webhook' })
  await shop.advance('30s')
  await shop.generate({ reference: 'invoice-7', accountNumber: '08030009201' })
  await shop.collect({ reference: 'order-1' })
  await shop.advance('1s')
  await shop.collect({ reference: 'order-2' })
  await shop.collect({ reference: 'order-3', accountNumber: '0240009110' })
  await shop.collect({ reference: 'slow', accountNumber: '0240009351' })
  return { shop, merchant }
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(`the time machine shows what waits, ${name}`, async () => {
    const sandbox = await openSandbox()
    const { shop } = await openBusyShop(sandbox)
    await shop.collect({ reference: 'long-'.repeat(19) })
    const { page, complaints } = await openPlace(sandbox.url, { view: 'time', key: shop.key }, look)
    await settled(page)
    await page.locator('.time-job').first().waitFor()
    await page.locator('.picture .sign').first().waitFor()
    const rooms = await page
      .locator('.time-job')
      .evaluateAll((all) => all.map((job) => job.clientWidth - job.scrollWidth))
    expect(Math.min(...rooms)).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
}

browserTest(
  'time is moved to the next event, by presets, by a sign, by a distance and until nothing waits',
  async () => {
    const sandbox = await openSandbox()
    const { shop } = await openBusyShop(sandbox)
    const { page } = await openPlace(sandbox.url, { view: 'time', key: shop.key })
    await settled(page)
    const jobs = page.locator('.time-job')
    const face = page.locator('.time-face-now')
    await jobs.first().waitFor()
    expect(await face.textContent()).toBe('12:00:31')
    await page.locator('.time-face').getByText('behind real time').waitFor()

    await page.getByRole('button', { name: 'Next event' }).click()
    await page.locator('.time-event', { hasText: 'order-1' }).getByText('Completed').waitFor()
    await face.getByText('12:00:33').waitFor()

    await page.getByRole('button', { name: '+5 min' }).click()
    await face.getByText('12:05:33').waitFor()

    await page.getByLabel('How far to go').fill('6s')
    await page.keyboard.press('Enter')
    await face.getByText('12:05:39').waitFor()

    const next = new Date((await shop.get('/_sandbox/jobs')).body[0].dueAt).toISOString().slice(11, 19)
    await page
      .getByRole('button', { name: `Go to ${next}` })
      .first()
      .waitFor()
    await page
      .getByRole('button', { name: /^Go to: / })
      .first()
      .click()
    await face.getByText(next).waitFor()

    await page.locator('h1').press('i')
    await page.getByText('No work is waiting.').waitFor()
    expect((await shop.get('/_sandbox/jobs')).body).toEqual([])
    await page.locator('.toast', { hasText: 'events' }).waitFor()
  },
)

browserTest('a move says how many of the events listed below it brought', async () => {
  const sandbox = await openSandbox()
  const { shop } = await openBusyShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'time', key: shop.key })
  await page.locator('.time-job').first().waitFor()
  await page.getByRole('button', { name: '+1 h' }).click()
  const words = await page.locator('.toast', { hasText: '1 h 00 min later' }).textContent()
  await page.getByText('Time moves…').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.time-event').count()).toBe(Number(/(\d+) events/.exec(words ?? '')?.[1]))
})

browserTest('a move that is asked for while time moves comes after it', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'time', key: shop.key })
  const asked: (() => void)[] = []
  await page.route('**/clock/advance', async (route) => {
    await new Promise<void>((resolve) => asked.push(resolve))
    await route.continue()
  })
  await page.getByRole('button', { name: '+1 min' }).dblclick()
  await page.getByText('Time moves…').waitFor()
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.()
  await page.locator('.time-face-now').getByText('12:01:00').waitFor()
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.()
  await page.locator('.time-face-now').getByText('12:02:00').waitFor()
})

browserTest('time is frozen, and runs on at the rate that is chosen', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'time', key: shop.key })
  await page.getByText('No work is waiting.').waitFor()
  const clock = async () => (await shop.get('/_sandbox/clock')).body
  await page.getByRole('button', { name: '60×', exact: true }).click()
  await page.locator('.clock', { hasText: 'at 60×' }).waitFor()
  expect(await clock()).toMatchObject({ mode: 'real', rate: 60 })
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.locator('.clock', { hasText: 'frozen' }).waitFor()
  expect(await clock()).toMatchObject({ mode: 'frozen', rate: 60 })
  await page.locator('h1').press('f')
  await page.locator('.clock', { hasText: 'at 60×' }).waitFor()
  await shop.post('/_sandbox/clock/freeze')
  await page.getByRole('button', { name: 'Resume' }).waitFor()
})

for (const [reducedMotion, moves] of [
  ['no-preference', true],
  ['reduce', false],
] as const) {
  browserTest(`a move of time ${moves ? 'travels along' : 'jumps on'} the axis, ${reducedMotion}`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    const { id } = (await shop.collect({ reference: 'order-1', callbackURL: 'http://127.0.0.1:9/webhook' })).body
    await shop.collect({ reference: 'slow', accountNumber: '0240009351' })
    const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key })
    await page.emulateMedia({ reducedMotion })
    await page.getByText('Next: completes').waitFor()
    await page.evaluate(`
      window.moved = new Set()
      addEventListener('transitionrun', ({ target, propertyName }) => {
        window.moved.add(target.classList[0] + ' ' + propertyName)
      })
    `)
    const moved = () =>
      page.evaluate<string[]>('[...window.moved].filter((name) => !/color|opacity/.test(name)).sort()')
    await page.getByRole('button', { name: 'Jump there' }).click()
    await page.getByText('Next: send webhook').waitFor()
    await page.locator('.sign-title', { hasText: 'No answer' }).waitFor()
    expect(await moved()).toEqual(moves ? ['life-past width', 'now transform'] : [])
  })
}

browserTest('every view says how far the clock is from real time; one that is behind can go to now', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await page
    .locator('.clock-distance')
    .getByText(/ behind real time$/)
    .click()
  const place = async () => [
    await page.locator('.time-moves').boundingBox(),
    await page.locator('.time-toggle').boundingBox(),
  ]
  await page.setViewportSize(phone)
  const onPhone = await place()
  await page.getByRole('button', { name: 'Go to now' }).click()
  await page.getByRole('button', { name: 'Go to now', disabled: true }).waitFor()
  await page
    .locator('.time-face')
    .getByText('as real time')
    .or(page.locator('.time-face').getByText('s behind'))
    .waitFor()
  expect(await place()).toEqual(onPhone)
  await page.setViewportSize({ width: 1280, height: 1000 })
  const before = await place()
  await shop.advance('25h')
  await page
    .locator('.clock-distance')
    .getByText(/ ahead of real time$/)
    .waitFor()
  await page.getByText('A reset goes back.').waitFor()
  expect(await place()).toEqual(before)
})
