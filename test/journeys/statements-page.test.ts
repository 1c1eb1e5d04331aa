import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Transaction } from '../../src/dashboard/state/transaction.ts'
import { browserTest } from '../support/chromium.ts'
import { listening } from '../support/listening.ts'
import { type OpenedSandbox, openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { openPlace, settled } from '../support/page.ts'
import { bankPayout, mobileMoneyPayout } from '../support/payout-requests.ts'

type Listed = { readonly name: string; readonly purpose: string; readonly flows: readonly string[] }

/** These wait for the clock with their reply. */
const slow = ['reply-hangs', 'slow-reply']

/** Answers every webhook, JSON or not, with each of the statuses in turn. */
async function startServer(statuses: readonly number[]): Promise<string> {
  let calls = 0
  const server = createServer((request, answer) => {
    request.resume().on('end', () => answer.writeHead(statuses[calls++ % statuses.length] ?? 200).end('seen'))
  })
  return `${await listening(server)}/webhooks`
}

/** A transaction of every scenario that makes one, an hour old, with every flow among them, and some that are open. */
async function openWorld(sandbox: OpenedSandbox): Promise<Shop> {
  const callbackUrl = await startServer([200, 500, 401, 200, 404])
  const shop = sandbox.shop({ callbackUrl, retry: ['5s', '1m'], partialPayments: 'accept' })
  const { data } = (await shop.get('/_sandbox/scenarios')).body
  const played = (data as readonly Listed[]).filter(
    ({ name, purpose }) => purpose !== 'refusal' && !slow.includes(name),
  )
  for (const [index, { name, flows }] of played.entries()) {
    // Some lose their reply.
    await create(shop, flows[index % flows.length] ?? '', `scn:${name}:1`).catch(() => {})
  }
  const account = (await shop.generate({ reference: 'short' })).body.virtual_account.account_number
  await shop.post(`/_sandbox/virtual-accounts/${account}/transfers`, { amount: 4000 })
  await shop.advance('1h')
  const [{ id }] = (await shop.get('/_sandbox/webhooks?failed=true')).body.data
  await shop.post(`/_sandbox/webhooks/${id}/replay`)
  await shop.collect({ reference: 'open' })
  await shop.generate({ reference: 'waits' })
  return shop
}

function create(shop: Shop, flow: string, reference: string) {
  if (flow === 'mobile-money') return shop.collect({ reference })
  if (flow === 'virtual-account') return shop.generate({ reference })
  if (flow === 'bank-payout') return shop.post('/disbursements/bank', bankPayout({}, { reference }))
  return shop.post('/disbursements/mobilemoney', mobileMoneyPayout({}, { reference }))
}

const texts = (page: Page, selector: string) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((part) => part.textContent.replace(/\\s+/g, ' ').trim())`,
  )

async function listOf(shop: Shop): Promise<readonly Transaction[]> {
  return (await shop.get('/_sandbox/transactions?limit=1000')).body.data
}

browserTest(
  'every transaction is shown with the steps of the API, in their order, and each sign opens its own',
  async () => {
    const sandbox = await openSandbox()
    const shop = await openWorld(sandbox)
    const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
    await settled(page)
    const listed = await listOf(shop)
    expect(listed.length).toBeGreaterThan(40)
    for (const { id, reference_business: reference } of listed) {
      await page.evaluate(`location.hash = '#/transactions/${id}?key=${shop.key}'`)
      await page.locator('.step').first().waitFor()
      await page.getByRole('heading', { name: reference, exact: true }).waitFor()
      const { steps, deliveries, ...record }: Transaction = (await shop.get(`/_sandbox/transactions/${id}`)).body
      expect([reference, (await texts(page, '.step-text')).map(withPlainSums)]).toEqual([
        reference,
        steps.map((step) => stepText(waitsOf(step, record.waitsFor))),
      ])
      const times = steps.map(({ at, planned }) => (at ?? planned)?.slice(11, 23) ?? '')
      const shownTimes = (await texts(page, '.step-time')).map((text) => text.slice(0, 12))
      expect([reference, shownTimes]).toEqual([reference, times])
      // The signs of what happened, from left to right, are in the order of the steps.
      const places = await page.evaluate<number[]>(`[...document.querySelectorAll('.sign-button')]
      .map((sign) => Number.parseFloat(sign.style.left))`)
      const happened = places.slice(0, places.length - steps.filter(({ state }) => state === 'pending').length)
      expect([reference, happened]).toEqual([reference, happened.toSorted((one, other) => one - other)])
      const own = JSON.parse((await page.getByLabel('record', { exact: true }).textContent()) ?? '')
      expect(own).toEqual((await shop.get(`/payments/${id}`)).body)
      expect(await page.locator('section[aria-labelledby="tx-webhooks"] li').count()).toBe(deliveries.length)
      expect(await texts(page, '.tx-title .state')).toEqual([words[record.status]])
    }
  },
)

const words = { INITIATED: 'Initiated', PENDING: 'Pending', COMPLETED: 'Completed', FAILED: 'Failed' } as const

/** A text of the page with its sums as the API writes them: `5000` for `NGN 5,000.00`. */
function withPlainSums(text: string): string {
  return text.replace(/\b[A-Z]{3} (-?[\d,]+\.\d+)/g, (_, sum: string) => String(Number(sum.replaceAll(',', ''))))
}

const waits = { pin: 'type the PIN', transfer: 'pay', provider: 'approve' } as const

/** The page says of what waits for a person what to do, in place of "never". */
function waitsOf(step: Transaction['steps'][number], waitsFor: Transaction['waitsFor']): Transaction['steps'][number] {
  if (step.kind !== 'undecided' || waitsFor === null) return step
  return { ...step, text: `waits for you: ${waits[waitsFor]}`, why: null }
}

function stepText({ text, why, state }: Transaction['steps'][number]): string {
  const ending = { happened: '', pending: ' (still to come)', cancelled: ' (cancelled)' }[state]
  return `${text}${why === null ? '' : ` ${why}`}${ending}`.replace(/\s+/g, ' ').trim()
}

browserTest('the list, the log, the phones and the wallets say what the API says', async () => {
  const sandbox = await openSandbox()
  const shop = await openWorld(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key }, { height: 8000 })
  await settled(page)
  const listed = await listOf(shop)
  expect(await texts(page, '.board-who b')).toEqual(listed.map(({ reference_business: reference }) => reference))
  expect(await texts(page, '.board-row .state')).toEqual(listed.map(({ status }) => words[status]))
  expect(await texts(page, '.board-scenario > :first-child')).toEqual(listed.map(({ scenario }) => scenario.name))
  const sums = listed.map(
    ({ currency, amount }) => `${currency} ${Number(amount).toLocaleString('en', { minimumFractionDigits: 2 })}`,
  )
  expect(
    (await texts(page, '.board-sum')).map((text) => text.replace(/^(?:to the merchant|from the wallet) ?/, '')),
  ).toEqual(sums)
  const status = (await shop.get('/_sandbox/status')).body
  const counts = Object.entries(words).map(([name, word]) => `${word}${status.transactions[name]}`)
  expect((await texts(page, '.board-state')).slice(0, 4)).toEqual(counts)
  const { waiting } = (await shop.get('/_sandbox/phones?limit=1')).body
  const failed = status.webhooks.exhausted
  expect(await page.title()).toBe(`${waiting} waiting, ${failed} failed · Transactions · payments-sandbox`)

  await page.goto(`${sandbox.url}/_sandbox/#/traffic?key=${shop.key}`)
  await page.locator('.traffic-row').first().waitFor()
  const calls = (await shop.get('/_sandbox/requests?limit=1000')).body.data
  const webhooks = (await shop.get('/_sandbox/webhooks?limit=1000')).body.data
  const moments = [
    ...calls.map(({ at }: { at: string }) => at),
    ...webhooks.map(({ createdAt }: { createdAt: string }) => createdAt),
  ]
  await expect.poll(() => page.locator('.traffic-row').count()).toBe(moments.length)
  const shown = (await texts(page, '.traffic-row .when')).map((text) => text.slice(0, 8))
  expect(shown).toEqual(
    moments
      .toSorted()
      .toReversed()
      .map((at: string) => at.slice(11, 19)),
  )

  await page.goto(`${sandbox.url}/_sandbox/#/wallets?key=${shop.key}`)
  await page.locator('.wallets-balance').first().waitFor()
  const wallets: readonly { currency: string; balance: number }[] = (await shop.get('/_sandbox/wallets')).body
  const balances = (await texts(page, '.wallets-balance')).map((text) => text.replaceAll(',', '').split(' '))
  for (const [currency, balance] of balances)
    expect([currency, Number(balance)]).toEqual([currency, wallets.find((one) => one.currency === currency)?.balance])
  expect(balances).toHaveLength(wallets.length)
})
