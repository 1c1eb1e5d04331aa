import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { NotChecked } from '../../../src/judge/books/not-checked.ts'
import { probeSchema } from '../../../src/judge/books/probe-schema.ts'
import { writtenProbe } from '../../../src/judge/books/written-probe.ts'
import { listening } from '../../support/listening.ts'

/** A server for one test, and the probe of it. */
async function shopWith(answer: RequestListener) {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    answer(request, response)
  })
  const at = await listening(server)
  const probe = probeSchema.parse({
    orders: {
      get: `${at}/orders/{reference}`,
      paid: { at: '/order/status', is: ['paid', 'fulfilled'] },
      credited: '/order/credited',
      order: '/order/id',
      price: '/order/price',
    },
    payouts: {
      get: `${at}/withdrawals/{reference}`,
      state: { at: '/state', sent: 'paid', failed: ['failed', 'returned'], open: ['pending'] },
      taken: '/taken',
      fee: '/fee',
      withdrawal: '/id',
    },
    balance: { get: `${at}/wallets/{customer}`, at: '/balance' },
  })
  return { at, asked, probe: writtenProbe(probe, fetch) }
}

const answering = (value: unknown, status = 200) =>
  shopWith((_request, response) => void response.writeHead(status).end(JSON.stringify(value)))

async function whyNot(asked: Promise<unknown> | undefined): Promise<string> {
  const error = await asked?.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NotChecked)
  return String(error).replace('Error: ', '')
}

test('an order, a payout and a balance are read by their pointers, numbers also from text', async () => {
  const order = { id: 7, status: 'fulfilled', credited: '10.50', price: 10.5 }
  const shop = await answering({ order, state: 'returned', taken: 5, fee: '0.50', id: 'w-1', balance: '12.5' })
  const asked = await shop.probe.orders?.ask('order 1/ä')
  expect(asked?.row).toEqual({ paid: true, credited: 10.5, order: '7', price: 10.5 })
  expect(JSON.parse(asked?.text ?? '')).toMatchObject({ order })
  expect((await shop.probe.payouts?.ask('p'))?.row).toEqual({ state: 'failed', taken: 5, fee: 0.5, withdrawal: 'w-1' })
  expect((await shop.probe.balance?.({ number: '233241234567' }))?.row).toBe(12.5)
  expect(shop.asked).toEqual(['/orders/order%201%2F%C3%A4', '/withdrawals/p', '/wallets/233241234567'])
})

test('a state in none of the lists, and an order without a name, are read as such', async () => {
  const shop = await answering({
    order: { id: null, status: null, credited: 0, price: 1 },
    state: 'odd',
    taken: 0,
    fee: 0,
  })
  expect((await shop.probe.orders?.ask('a'))?.row).toEqual({ paid: false, credited: 0, order: null, price: 1 })
  expect((await shop.probe.payouts?.ask('p'))?.row).toEqual({ state: null, taken: 0, fee: 0, withdrawal: null })
})

test('404 and null mean no row', async () => {
  expect((await (await answering({ error: 'unknown' }, 404)).probe.orders?.ask('a'))?.row).toBeNull()
  expect((await (await answering(null)).probe.balance?.({ number: '1' }))?.row).toBeNull()
})

test.each([401, 403])(
  'a probe that is answered %i is not checked, and says where the plan names headers',
  async (status) => {
    const shop = await answering({ error: 'log in' }, status)
    const said = `answered ${status}: write what it asks for under headers, of the plan or the probe\n  {"error":"log in"}`
    expect(await whyNot(shop.probe.orders?.ask('a'))).toBe(`NotChecked: the probe ${shop.at}/orders/a ${said}`)
    expect(await whyNot(shop.probe.payouts?.ask('p'))).toContain(said)
    expect(await whyNot(shop.probe.balance?.({ number: '1' }))).toContain(said)
  },
)

test('what is not an answer is not checked, with what to do', async () => {
  const page = await shopWith((_request, response) => void response.end('<html>'))
  expect(await whyNot(page.probe.orders?.ask('a'))).toBe(
    `NotChecked: the probe ${page.at}/orders/a answers no JSON: name the address of an API, not of a page`,
  )
  const broken = await answering({ no: 'database' }, 500)
  expect(await whyNot(broken.probe.orders?.ask('a'))).toBe(
    `NotChecked: the probe ${broken.at}/orders/a answered 500: let it answer 200 for every order\n  {"no":"database"}`,
  )
  expect(await whyNot((await answering({ status: 'paid' })).probe.orders?.ask('a'))).toContain(
    'answers nothing at /order/status: {"status":"paid"}',
  )
  for (const credited of ['much', '', null, true, []]) {
    const shop = await answering({ order: { status: 'paid', credited } })
    expect(await whyNot(shop.probe.orders?.ask('a'))).toContain('has no number at /order/credited')
  }
})

test('an answer that never ends is cut off', async () => {
  let sent = 0
  const shop = await shopWith((_request, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(65_536, ' '))) sent += 65_536
    }
    response.on('drain', more)
    more()
  })
  expect(await whyNot(shop.probe.orders?.ask('a'))).toBe(
    `NotChecked: the probe ${shop.at}/orders/a answered more than 1 MB, and was cut off: let it answer one row`,
  )
  expect(sent).toBeLessThan(20_000_000)
})

test('`{local}` asks for a wallet by local digits first', async () => {
  const shop = await shopWith(({ url }, response) => {
    response.writeHead(url === '/wallets/233241234567' ? 200 : 404).end('{"balance":3}')
  })
  const orders = { get: `${shop.at}/orders/{reference}`, paid: { at: '/status', is: 'paid' } }
  const written = { ...orders, balance: { get: `${shop.at}/wallets/{local}`, at: '/balance' } }
  const probe = writtenProbe(probeSchema.parse(written), fetch)
  const ama = { number: '233241234567', local: '0241234567' }
  expect((await probe.balance?.(ama))?.text).toBe('{"balance":3} (under 233241234567)')
  expect(shop.asked).toEqual(['/wallets/0241234567', '/wallets/233241234567'])
  const nameless = { balance: { get: `${shop.at}/wallets`, at: '/balance' } }
  expect(probeSchema.safeParse(nameless).error?.issues[0]?.message).toContain('names no wallet; write {customer}')
})
