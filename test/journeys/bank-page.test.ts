import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { allFindings, looks, openPlace, phone, seriousFindings, settled } from '../support/page.ts'
import { bankPayout } from '../support/payout-requests.ts'

async function openAccount(shop: Shop, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await shop.generate({ accountNumber: '08030009201', ...changes })).body.id
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(`the bank shows what has arrived and what is due, ${name}`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop({ partialPayments: 'hold' })
    await openAccount(shop, { reference: 'invoice-1' })
    await openAccount(shop, { reference: 'invoice-2', reason: '<b>', accountName: 'Ngozi <i>Okafor</i>' })
    const { page, complaints } = await openPlace(sandbox.url, { view: 'bank', key: shop.key }, look)
    await settled(page)
    await page.getByText('Nothing has arrived yet.').waitFor()
    expect(await page.locator('.bank-item b').allTextContents()).toEqual(['invoice-2', 'invoice-1'])
    expect(await page.getByLabel('Sender').inputValue()).toBe('Ngozi <i>Okafor</i>')
    await page.getByLabel('Amount, NGN').fill('2500')
    await page.getByRole('button', { name: 'Send NGN 2,500.00' }).click()
    await page.locator('.bank-transfer').waitFor()
    await page.getByText('NGN 2,500.00 of').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
}

browserTest('on a phone the accounts are a strip below the search, beside each other', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  for (const reference of ['invoice-1', 'invoice-2']) await openAccount(shop, { reference })
  const { page } = await openPlace(sandbox.url, { view: 'bank', key: shop.key }, phone)
  await page.getByRole('link', { name: /invoice-1/ }).waitFor()
  const search = await page.getByRole('searchbox').boundingBox()
  const items = await page.locator('.split-item').evaluateAll((all) =>
    all.map((item) => {
      const { left, right, top } = item.getBoundingClientRect()
      return { left, right, top }
    }),
  )
  expect(items).toHaveLength(3)
  for (const [index, { left, top }] of items.entries()) {
    expect(top).toBeGreaterThan((search?.y ?? 0) + (search?.height ?? 0))
    expect(left).toBeGreaterThanOrEqual(items[index - 1]?.right ?? 0)
  }
})

browserTest('an account is paid in parts, under another name', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ partialPayments: 'hold' })
  const id = await openAccount(shop)
  const { page } = await openPlace(sandbox.url, { view: 'bank', key: shop.key })
  await page.getByRole('button', { name: 'Another name' }).click()
  await page.getByLabel('Amount, NGN').fill('2000')
  await page.getByText('the account waits for the rest').waitFor()
  await page.getByRole('button', { name: 'Send NGN 2,000.00' }).click()
  // The form has the new sum that is due, and the name that was chosen.
  await page.getByRole('button', { name: 'The rest', pressed: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Exactly' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Send NGN 3,000.00' }).click()
  await page.locator('.bank-card', { hasText: 'Completed' }).waitFor()
  const { body } = await shop.get(`/_sandbox/transactions/${id}`)
  const transfers = body.steps.filter(
    ({ kind, at }: { kind: string; at?: string }) => kind === 'transfer_received' && at,
  )
  expect(transfers).toMatchObject([
    { amount: 2000, senderName: 'Chidi Obi' },
    { amount: 3000, senderName: 'Chidi Obi' },
  ])
})

browserTest('an account is paid in parts by one button', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ partialPayments: 'hold' })
  const id = await openAccount(shop)
  const { page } = await openPlace(sandbox.url, { view: 'bank', key: shop.key })
  await page.getByRole('button', { name: 'In parts' }).click()
  await page.getByText('Then NGN 2,500.00 more').waitFor()
  await page.getByRole('button', { name: 'Send NGN 2,500.00, then NGN 2,500.00' }).click()
  await page.locator('.bank-card', { hasText: 'Completed' }).waitFor()
  const { body } = await shop.get(`/_sandbox/transactions/${id}`)
  const paid = body.steps.filter(({ kind, at }: { kind: string; at?: string }) => kind === 'transfer_received' && at)
  expect(paid.map(({ amount }: { amount: number }) => amount)).toEqual([2500, 2500])
})

for (const [choice, settings, status, amount] of [
  ['Exactly', {}, 'COMPLETED', '5000'],
  ['Less', {}, 'COMPLETED', '4500'],
  ['More', {}, 'COMPLETED', '5500'],
  ['Less', { partialPayments: 'fail' }, 'FAILED', '5000'],
] as const) {
  browserTest(`an account is paid ${choice}: ${JSON.stringify(settings)}`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop(settings)
    const id = await openAccount(shop)
    const { page } = await openPlace(sandbox.url, { view: 'bank', key: shop.key })
    await page.getByRole('button', { name: choice }).click()
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.locator('.bank-transfer').waitFor()
    expect((await shop.get(`/_sandbox/transactions/${id}`)).body).toMatchObject({ status, amount })
    await page.goto(`${sandbox.url}/_sandbox/#/transactions/${id}?key=${shop.key}`)
    const words = { Exactly: 'Received', Less: 'NGN 500.00 short', More: 'NGN 500.00 over' }[choice]
    await page.locator('.tx-fact', { hasText: words }).waitFor()
  })
}

for (const [lateTransfers, says, status] of [
  ['ignore', 'late transfers are ignored', 'FAILED'],
  ['accept', 'although it expired', 'COMPLETED'],
] as const) {
  browserTest(`an account is paid late, where late transfers are to ${lateTransfers}`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop({ lateTransfers })
    const id = await openAccount(shop)
    const { page } = await openPlace(sandbox.url, { view: 'bank', key: shop.key })
    await page.getByRole('button', { name: 'Let it expire now' }).click()
    await page.locator('.bank-outcome', { hasText: says }).waitFor()
    await page.getByRole('button', { name: /^Send/ }).click()
    await page.locator('.bank-transfer').waitFor()
    expect(await shop.statusOf(id)).toBe(status)
  })
}

browserTest('Money lists wallets, accounts and payouts below headings, and is searched', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await openAccount(shop)
  await shop.post('/disbursements/bank', bankPayout({ accountName: 'Bola Ade' }, { reference: 'wages-1' }))
  const { page } = await openPlace(sandbox.url, { view: 'money', key: shop.key })
  const list = page.getByRole('region', { name: 'Wallets, virtual accounts and payouts' })
  await list.getByRole('link', { name: /wages-1/ }).waitFor()
  expect(await list.locator('.split-heading').allTextContents()).toEqual(['Wallets', 'Virtual accounts', 'Payouts'])
  expect(await list.getByRole('list', { name: 'Payouts' }).getByRole('link').count()).toBe(1)
  expect(await allFindings(page)).toEqual([])
  await page.getByRole('searchbox').fill('bola')
  await list.getByRole('list', { name: 'Virtual accounts' }).waitFor({ state: 'detached' })
  expect(await list.getByRole('link').count()).toBe(1)
  await list.getByRole('link', { name: /wages-1/ }).click()
  await page.getByRole('heading', { name: 'wages-1' }).waitFor()
})
