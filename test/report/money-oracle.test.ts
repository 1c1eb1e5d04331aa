import { expect, test } from 'vitest'
import type { Probe } from '../../src/domain/probe.ts'
import { type Collection, checkMoney } from '../../src/report/money-oracle.ts'

const probe: Probe = {
  get: 'http://127.0.0.1:3000/orders/{reference}',
  paid: { at: '/order/status', is: 'paid' },
  credited: '/order/credited',
}
const collection: Collection = {
  business: 'test_shop',
  id: 'tx-1',
  reference: 'order 1',
  status: 'COMPLETED',
  amount: 10.5,
  currency: 'GHS',
}

async function checked(answer: unknown, status: Collection['status'] = 'COMPLETED', code = 200) {
  const asked: string[] = []
  const ask = async (url: string) => {
    asked.push(url)
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status: code })
  }
  const { findings, notChecked } = await checkMoney([{ ...collection, status }], probe, ask)
  expect(asked).toEqual(['http://127.0.0.1:3000/orders/order%201'])
  return findings[0]?.rule ?? notChecked[0] ?? 'right'
}

const order = (status: string, credited: unknown) => ({ order: { status, credited } })

test.each([
  ['COMPLETED', order('paid', 10.5), 'right'],
  ['COMPLETED', order('paid', '10.50'), 'right'],
  ['COMPLETED', order('paid', 21), 'credited-twice'],
  ['COMPLETED', order('paid', 10.5 + 1e-9), 'right'],
  ['COMPLETED', order('paid', 10.5 + 10.5 + 10.5 - 1e-9), 'credited-twice'],
  ['COMPLETED', order('paid', 10), 'credited-wrong-amount'],
  ['COMPLETED', order('paid', 0), 'paid-not-credited'],
  ['COMPLETED', order('open', 0), 'paid-not-credited'],
  ['COMPLETED', order('open', 10.5), 'paid-not-credited'],
  ['FAILED', order('failed', 0), 'right'],
  ['FAILED', order('paid', 0), 'credited-without-payment'],
  ['FAILED', order('failed', 10.5), 'credited-without-payment'],
  ['INITIATED', order('open', 0), 'right'],
  ['INITIATED', order('paid', 10.5), 'credited-without-payment'],
] as const)('%s at %j is %s', async (status, answer, verdict) => {
  expect(await checked(answer, status)).toBe(verdict)
})

test('a finding has the answer of the probe as its evidence', async () => {
  const ask = async () => new Response(JSON.stringify(order('paid', 21)))
  expect(await checkMoney([collection], probe, ask)).toEqual({
    findings: [
      {
        level: 'error',
        rule: 'credited-twice',
        business: 'test_shop',
        transactionId: 'tx-1',
        section: 'spec 3, 6',
        evidence:
          'order 1 was credited 21 GHS; its transaction is COMPLETED with 10.5 GHS. The probe answered: {"order":{"status":"paid","credited":21}}',
      },
    ],
    notChecked: [],
  })
})

test('evidence says whether the order is paid where that is what is wrong', async () => {
  const ask = async () => new Response(JSON.stringify(order('settled', 10.5)))
  const { findings } = await checkMoney([collection], probe, ask)
  expect(findings[0]?.evidence).toContain('order 1 is not paid and was credited 10.5 GHS; its transaction is COMPLETED')
})

test('what is no answer is not checked, with what to do', async () => {
  const url = 'http://127.0.0.1:3000/orders/order%201'
  expect(await checked('<html>Sign in</html>')).toBe(
    `the probe ${url} answers no JSON: name the address of an API, not of a page`,
  )
  expect(await checked(order('paid', 1), 'COMPLETED', 500)).toBe(
    `the probe ${url} answered 500: let it answer 200 for every order\n  {"order":{"status":"paid","credited":1}}`,
  )
  expect(await checked({ status: 'paid' })).toBe(`the probe ${url} answers nothing at /order/status: {"status":"paid"}`)
  for (const credited of ['much', '', null, true, []]) {
    expect(await checked(order('paid', credited))).toContain('has no number at /order/credited')
  }
  const refused = async () => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:3000') })
  }
  const all = [collection, { ...collection, reference: 'order-2' }]
  expect(await checkMoney(all, probe, refused)).toEqual({
    findings: [],
    notChecked: [`the probe ${url} cannot be asked (connect ECONNREFUSED 127.0.0.1:3000): is your server running?`],
  })
})
