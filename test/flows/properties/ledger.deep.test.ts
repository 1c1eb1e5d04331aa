import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorUnits } from '../../support/arbitrary-requests.ts'
import { call } from '../../support/call.ts'
import { expectRefusal, openShop, type Shop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'
import { Books, type Code, codes, flows, type Payment, type Step, step } from './books.ts'
import { decimal, feeOf, minorOf, places } from './exact-money.ts'

const sandbox = await startedForFile()

interface Wallet {
  readonly currency: Code
  readonly balance: number
  readonly ledger: readonly { readonly amount: number; readonly opening: number; readonly closing: number }[]
}

async function take(shop: Shop, books: Books, step: Step, reference: string): Promise<void> {
  if (step.step === 'pay') return pay(shop, books, step, reference)
  if (step.step === 'advance') {
    await shop.advance(`${step.seconds}s`)
    return books.advance(step.seconds * 1000)
  }
  const { code, minor } = step
  const balance = majorOf(minor, code)
  await call(sandbox.url, `/_sandbox/wallets/${code}`, { method: 'PUT', key: shop.apiKey, body: { balance } })
  books.move(code, minor - books.balance(code))
}

async function pay(shop: Shop, books: Books, payment: Payment, reference: string): Promise<void> {
  const { flow, code, minor, ending } = payment
  const { isPayout, thousandths } = flows[flow]
  const fee = feeOf(minor, thousandths)
  const money = { amount: majorOf(minor, code), currency: code, accountNumber: '+233241234567' }
  const headers = { 'x-sandbox-scenario': ending.scenario }
  const answer = await (flow === 'collect' || flow === 'generate'
    ? shop[flow]({ ...money, reference }, headers)
    : shop[flow](money, { reference }, headers))
  if (isPayout && books.balance(code) < minor + fee) return expectRefusal(answer, 400, 'Insufficient wallet balance')
  expect(answer.status, answer.text).toBe(200)
  if (isPayout) {
    books.move(code, -minor - fee)
    if (!ending.succeeds) books.later(ending.afterMs, code, minor + fee)
  } else if (ending.succeeds) {
    books.later(ending.afterMs, code, books.bearFee === 'business' ? minor - fee : minor)
  }
}

function majorOf(minor: bigint, code: Code): number {
  return Number(decimal(minor, places[code]))
}

/** Holds all wallets against the books, each ledger against itself, and the balances of both doors against each other. */
async function expectSound(shop: Shop, books: Books): Promise<void> {
  const wallets: readonly Wallet[] = (await shop.get('/_sandbox/wallets?limit=1000')).body
  const shown = wallets.map(({ currency, balance }) => ({ currency, balance }))
  expect((await shop.get('/balance')).text).toBe(JSON.stringify(shown))
  expect(shown.map(({ currency }) => currency)).toEqual(codes)
  const movements: string[] = []
  for (const { currency, balance, ledger } of wallets) {
    const minor = (major: number) => minorOf(major, places[currency])
    let before = books.opening
    for (const entry of ledger.toReversed()) {
      expect(minor(entry.opening)).toBe(before)
      before += minor(entry.amount)
      expect(minor(entry.closing)).toBe(before)
      expect(before).toBeGreaterThanOrEqual(0n)
      movements.push(`${currency} ${minor(entry.amount)}`)
    }
    expect(minor(balance)).toBe(before)
    expect(before).toBe(books.balance(currency))
  }
  expect(movements.sort()).toEqual(books.movements.toSorted())
}

const bearFees = fc.constantFrom('customer' as const, 'business' as const)

test('after any collections, payouts, refunds and balances set by hand, every wallet holds what its ledger adds up to', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      minorUnits(300_000),
      bearFees,
      async (steps, opening, bearFee) => {
        const opened = codes.map((code) => [code, majorOf(opening, code)])
        const shop = await openShop(sandbox, { currencies: [...codes], wallets: Object.fromEntries(opened), bearFee })
        const books = new Books(opening, bearFee)
        for (const [index, step] of steps.entries()) {
          await take(shop, books, step, `order-${index}`)
          await expectSound(shop, books)
        }
        await shop.runUntilIdle()
        books.advance(5000)
        await expectSound(shop, books)
      },
    ),
    { numRuns: 25 },
  ))
