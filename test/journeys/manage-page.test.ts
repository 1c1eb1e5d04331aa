import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { allFindings, looks, openPlace, seriousFindings, settled } from '../support/page.ts'

async function openShop() {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'order-1' })
  await shop.advance('1m')
  await shop.collect({ reference: 'order-2' })
  await shop.collect({ reference: 'order-3', amount: 0 })
  const { page, complaints } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await settled(page)
  return { sandbox, shop, page, complaints }
}

async function openAction(page: Page, title: string) {
  await page.getByRole('button', { name: 'Manage' }).click()
  await page.getByRole('dialog').getByRole('button', { name: title }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.locator('p').first().waitFor()
  return dialog
}

const references = async (shop: Shop) =>
  (await shop.get('/_sandbox/transactions')).body.data.map(
    (one: { readonly reference_business: string }) => one.reference_business,
  )

browserTest('a reset says what it deletes, does it, and is refused for a sealed business', async () => {
  const { shop, page } = await openShop()
  await shop.post('/_sandbox/seal')
  const refused = await openAction(page, 'Reset')
  await refused.getByText(`Deletes 2 transactions, 0 webhooks and 3 calls of ${shop.key}.`).waitFor()
  await refused.getByText('It has no snapshot, so this cannot be undone.').waitFor()
  await refused.getByRole('button', { name: 'Reset' }).click()
  await refused.getByRole('alert').getByText(`The business ${shop.key} is sealed`).waitFor()
  await refused.getByText('opens it again').waitFor()
  await refused.getByRole('button', { name: 'Unseal' }).click()
  await page.getByText(`${shop.key} is open again`).waitFor()
  await refused.getByRole('button', { name: 'Cancel' }).click()
  expect(await references(shop)).toEqual(['order-2', 'order-1'])
  const dialog = await openAction(page, 'Reset')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await dialog.getByText(`${shop.key} has no transactions, and its clock is at 2026-01-31 12:00:00.`).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(await references(shop)).toEqual([])
})

browserTest('the menu finds a business by a part of its name, and Settings has one banner', async () => {
  const sandbox = await openSandbox()
  const [shop, other] = [sandbox.shop(), sandbox.shop()]
  for (const one of [shop, other]) await one.collect()
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  const menu = page.getByLabel('Business', { exact: true })
  await expect.poll(() => menu.inputValue()).toBe(`${shop.key} (1)`)
  await menu.fill('nothing')
  await menu.press('Enter')
  await menu.blur()
  expect(await menu.inputValue()).toBe(`${shop.key} (1)`)
  await page.locator('option').nth(1).waitFor({ state: 'attached' })
  await menu.fill(other.key.slice('test_'.length))
  await menu.press('Enter')
  await expect.poll(() => menu.inputValue()).toBe(`${other.key} (1)`)
  expect(page.url()).toContain(`key=${other.key}`)
  await page.getByRole('button', { name: 'Manage' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('textbox').first().waitFor()
  expect(await allFindings(page)).toEqual([])
})

browserTest('a snapshot is taken under a right name, and restored', async () => {
  const { shop, page } = await openShop()
  const none = await openAction(page, 'Restore a snapshot')
  await none.getByText(`${shop.key} has no snapshot yet. Take one first.`).waitFor()
  expect(await none.getByRole('button', { name: 'Restore', exact: true }).isDisabled()).toBe(true)
  await none.getByRole('button', { name: 'Cancel' }).click()
  const taking = await openAction(page, 'Take a snapshot')
  await taking.getByText('Keeps 2 transactions, 1 pending job').waitFor()
  await taking.getByLabel('Name').fill('after payment')
  await taking.getByRole('button', { name: 'Take the snapshot' }).click()
  await taking.getByRole('alert').getByText('"after payment" is not a name for a snapshot').waitFor()
  await taking.getByText('write 1 to 64 letters, digits').waitFor()
  await taking.getByLabel('Name').fill('paid')
  await taking.getByRole('button', { name: 'Take the snapshot' }).click()
  await taking.getByText('Kept as paid: 2 transactions, clock at 2026-01-31 12:01:00.').waitFor()
  await page.keyboard.press('Enter')
  await taking.waitFor({ state: 'detached' })
  await shop.collect({ reference: 'order-4' })
  const restoring = await openAction(page, 'Restore a snapshot')
  await restoring.getByText(`Deletes what ${shop.key} holds now: 3 transactions and 0 webhooks.`).waitFor()
  await restoring.getByText('Puts it back to paid: 2 transactions, 1 pending job').waitFor()
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click()
  await restoring.getByText(`${shop.key} is back at paid: 2026-01-31 12:01:00.`).waitFor()
  expect(await references(shop)).toEqual(['order-2', 'order-1'])
  await restoring.getByRole('button', { name: 'Close' }).last().click()
  const gone = await openAction(page, 'Restore a snapshot')
  await gone.getByText('Puts it back to paid').waitFor()
  await shop.call('/_sandbox/snapshots/paid', { method: 'DELETE' })
  await gone.getByRole('button', { name: 'Restore', exact: true }).click()
  await gone.getByRole('alert').getByText('has no snapshot paid').waitFor()
})

browserTest(
  'a prune says how much it deletes at most, refuses what is not a duration, and empties the list',
  async () => {
    const { shop, page } = await openShop()
    const dialog = await openAction(page, 'Prune')
    await dialog.getByText('at most 1 of 2.').waitFor()
    await dialog.getByLabel('Final for').fill('a month')
    await dialog.getByRole('button', { name: 'Prune' }).click()
    await dialog.getByRole('alert').getByText('"a month" is not a duration').waitFor()
    await dialog.getByLabel('Final for').fill('10s')
    await dialog.getByRole('button', { name: 'Prune' }).click()
    await dialog.getByText('Deleted 1 transaction and 0 webhooks').waitFor()
    expect(await references(shop)).toEqual(['order-2'])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('order-1', { exact: true }).waitFor({ state: 'detached' })
  },
)

browserTest('an export is downloaded, and imported into another business by a file that is dropped', async () => {
  const { sandbox, shop, page, complaints } = await openShop()
  const exporting = await openAction(page, 'Export')
  await exporting.getByText(`Downloads ${shop.key}.world.gz: 2 transactions and 0 webhooks, 1 pending job`).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Export' }).click(),
  ])
  await exporting.getByText(`Exported ${shop.key}.world.gz`).waitFor()
  expect(download.suggestedFilename()).toBe(`${shop.key}.world.gz`)
  const file = join(temporaryFolder(), 'friday.world.gz')
  await download.saveAs(file)
  const other = sandbox.shop()
  // The dialog is about one business, so it ends with the view of it.
  await page.goto(`${sandbox.url}/_sandbox/#/transactions?key=${other.key}`)
  await exporting.waitFor({ state: 'detached' })
  const importing = await openAction(page, 'Import')
  await importing.getByText(`${other.key} has no transactions.`).waitFor()
  await drop(page, file)
  await importing.getByRole('button', { name: 'Import' }).click()
  await importing.getByText(`${other.key} holds the world of ${shop.key}: 2 transactions, 0 webhooks`).waitFor()
  await importing.getByText(`the world comes from key ${shop.key}, and this is ${other.key}`).waitFor()
  expect(await references(other)).toEqual(['order-2', 'order-1'])
  await importing.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('order-1', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

/** Drops a file where the dialog takes one, as a hand does: the browser makes the events. */
async function drop(page: Page, file: string): Promise<void> {
  const field = await page.getByLabel('A file that an export wrote').boundingBox()
  const session = await page.context().newCDPSession(page)
  const [x, y] = [(field?.x ?? 0) + 40, (field?.y ?? 0) + 20]
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data })
  }
}

browserTest('an import shows why a file is refused, and replaces a business only if that is asked for', async () => {
  const { sandbox, shop, page } = await openShop()
  const whole = await fetch(`${sandbox.url}/_sandbox/export`, { headers: { authorization: shop.key } })
  const bytes = Buffer.from(await whole.arrayBuffer())
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'cut.world.gz'), bytes.subarray(0, bytes.length - 40))
  writeFileSync(join(folder, 'whole.world.gz'), bytes)
  await shop.collect({ reference: 'order-4' })
  const cut = readFileSync(join(folder, 'cut.world.gz'))
  // Before the page's own: of two imports at once, a business refuses one because of the other.
  const refusal = await shop.call('/_sandbox/import?replace=true', { body: cut })
  const { message, hint } = refusal.body.error
  const dialog = await openAction(page, 'Import')
  const file = dialog.getByLabel('A file that an export wrote')
  const send = dialog.getByRole('button', { name: 'Import' })
  expect(await send.isDisabled()).toBe(true)
  const replaces = dialog.getByLabel(`Replace what ${shop.key} holds`)
  await replaces.check()
  await file.setInputFiles(join(folder, 'cut.world.gz'))
  await send.click()
  await dialog.getByRole('alert').getByText(message).waitFor()
  await dialog.getByRole('alert').getByText(hint).waitFor()
  await replaces.uncheck()
  await file.setInputFiles(join(folder, 'whole.world.gz'))
  await dialog.getByText('so the sandbox refuses the file unless you replace them.').waitFor()
  await send.click()
  await dialog.getByRole('alert').getByText(`The business ${shop.key} has transactions`).waitFor()
  expect(await references(shop)).toEqual(['order-4', 'order-2', 'order-1'])
  await replaces.check()
  await dialog.getByText(`Deletes what ${shop.key} holds now: 3 transactions and 0 webhooks.`).waitFor()
  await send.click()
  await dialog.getByText(`${shop.key} holds the world of ${shop.key}: 2 transactions`).waitFor()
  expect(await references(shop)).toEqual(['order-2', 'order-1'])
})

async function openSettings(page: Page) {
  await page.getByRole('button', { name: 'Manage' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Settings' }).click()
  return page.getByRole('dialog', { name: 'Settings' })
}

browserTest('settings are found, changed, refused with the reason, and given their default back', async () => {
  const { shop, page, complaints } = await openShop()
  const settings = async () => (await shop.get('/_sandbox/business')).body
  const dialog = await openSettings(page)
  const groups = ['Webhooks', 'Customers', 'Limits', 'Form of answers', 'Test behaviour']
  await dialog.locator('legend').first().waitFor()
  expect(await dialog.locator('legend').allTextContents()).toEqual(groups)
  await dialog.locator('.settings-field', { hasText: 'Networks networks' }).getByText('all; empty means all').waitFor()
  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByLabel(/ callbackUrl$/).fill('https://shop.example/hooks')
  await dialog.getByLabel(/ smsOtp$/).fill('MTN, VOD')
  await dialog.getByLabel(/ retry$/).fill('1s, 2s')
  await dialog.getByLabel(/ limits$/).fill('mobile-money * GHS max = 50')
  await dialog.getByLabel('Find a setting').fill('transfer of another sum')
  await dialog.getByLabel(/ partialPayments$/).selectOption('hold')
  expect(await dialog.locator('.settings-field').count()).toBe(1)
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByLabel('Find a setting').fill('')
  await dialog.getByLabel(/ pin$/).fill('12')
  await save.click()
  await dialog.getByRole('alert').getByText('is not a PIN of 4 to 6 digits').waitFor()
  expect(await settings()).toMatchObject({ pin: '0000', partialPayments: 'accept', callbackUrl: null })
  await dialog.getByLabel(/ pin$/).fill('2468')
  await save.click()
  await page.getByText('Changed: callbackUrl, smsOtp, limits, retry, partialPayments, pin').waitFor()
  expect(await settings()).toMatchObject({
    callbackUrl: 'https://shop.example/hooks',
    smsOtp: ['MTN', 'VOD'],
    retry: ['1s', '2s'],
    limits: { 'mobile-money': { '*': { GHS: { max: 50 } } } },
    partialPayments: 'hold',
    pin: '2468',
  })
  const again = await openSettings(page)
  await again.getByLabel(/ pin$/).fill('')
  await again.getByLabel(/ limits$/).fill('')
  await again.getByLabel(/ partialPayments$/).selectOption('default')
  await again.getByRole('button', { name: 'Save' }).click()
  await again.waitFor({ state: 'detached' })
  expect(await settings()).toMatchObject({ pin: '0000', limits: {}, partialPayments: 'accept', smsOtp: ['MTN', 'VOD'] })
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
})

for (const [name, look] of Object.entries(looks)) {
  browserTest(`every action on a business is found and readable, ${name}`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    await shop.collect({ reference: 'order-1' })
    const { page, complaints } = await openPlace(sandbox.url, { view: 'time', key: shop.key }, look)
    await settled(page)
    const manage = page.getByRole('button', { name: 'Manage' })
    await manage.click()
    expect(await seriousFindings(page)).toEqual([])
    const titles = await page.getByRole('dialog').locator('.manage-item b').allTextContents()
    expect(titles).toEqual(['Settings', 'Reset', 'Take a snapshot', 'Restore a snapshot', 'Prune', 'Export', 'Import'])
    await page.keyboard.press('Escape')
    const settings = await openSettings(page)
    await settings.getByLabel(/ pin$/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    for (const title of titles.slice(1)) {
      const dialog = await openAction(page, title)
      expect([title, await seriousFindings(page), complaints]).toEqual([title, [], []])
      await dialog.getByRole('button', { name: 'Close' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
  })
}
