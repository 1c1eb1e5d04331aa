import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ResultName } from '../../src/catalogue/results.ts'
import { type Delivery, type DeliveryStatus, deliveryStatuses } from '../../src/domain/delivery.ts'
import { moveDelivery, moveTransaction } from '../../src/domain/moves.ts'
import type { LateTransfers } from '../../src/domain/plan.ts'
import { builtInResult } from '../../src/domain/result.ts'
import { type Status, statuses, type Transaction } from '../../src/domain/transaction.ts'
import { deliveryOf, transactionOf } from '../support/opened-store.ts'

const { plan } = transactionOf('a')

function transaction(
  status: Status,
  lateTransfers: LateTransfers = 'ignore',
  result: ResultName = 'expired',
): Transaction {
  const account = { partialPayments: 'accept', lateTransfers } as const
  return { ...transactionOf('a'), status, result: builtInResult(result), plan: { ...plan, account } }
}

const delivery = (status: DeliveryStatus): Delivery => ({ ...deliveryOf('a'), status })

function allowed<Name extends string>(names: readonly Name[], move: (from: Name, to: Name) => unknown): string[] {
  return names.flatMap((from) =>
    names.flatMap((to) => {
      try {
        move(from, to)
        return [`${from} -> ${to}`]
      } catch (cause) {
        const message = expect.stringMatching(new RegExp(`^Cannot move \\S+ to ${to}: it is ${from}$`))
        expect(cause).toMatchObject({ name: 'ImpossibleMove', message })
        return []
      }
    }),
  )
}

test('of all pairs of statuses a transaction may make these moves, and a late transfer one more', () => {
  const always = [
    'INITIATED -> PENDING',
    'INITIATED -> COMPLETED',
    'INITIATED -> FAILED',
    'PENDING -> COMPLETED',
    'PENDING -> FAILED',
  ]
  expect(allowed(statuses, (from, to) => moveTransaction(transaction(from), transaction(to)))).toEqual(always)
  expect(allowed(statuses, (from, to) => moveTransaction(transaction(from, 'accept'), transaction(to)))).toEqual([
    ...always,
    'FAILED -> COMPLETED',
  ])
})

test('a transaction that failed for another reason than its expiry stays failed, and one without an account too', () => {
  const completed = transaction('COMPLETED')
  const refusal = 'Cannot move id-of-a to COMPLETED: it is FAILED'
  expect(() => moveTransaction(transaction('FAILED', 'accept', 'wrong_pin'), completed)).toThrow(refusal)
  const expired = { ...transactionOf('a'), status: 'FAILED', result: builtInResult('expired') } as const
  expect(() => moveTransaction(expired, completed)).toThrow(refusal)
})

test('of all pairs of statuses a delivery may make these moves', () => {
  expect(allowed(deliveryStatuses, (from, to) => moveDelivery(delivery(from), to))).toEqual([
    'pending -> delivered',
    'pending -> exhausted',
    'held -> pending',
    'held -> delivered',
    'delivered -> delivered',
    'exhausted -> delivered',
    'dropped -> delivered',
  ])
})

test('a move names only what it changes, from where to where', () => {
  expect(moveDelivery(delivery('held'), 'pending')).toEqual({
    change: 'delivery.move',
    id: delivery('held').id,
    from: 'held',
    to: 'pending',
  })
  const { id, amountMinor, feeMinor, receivedMinor, result } = transaction('FAILED')
  expect(moveTransaction(transaction('PENDING'), transaction('FAILED'))).toEqual({
    change: 'transaction.move',
    from: 'PENDING',
    to: { id, status: 'FAILED', amountMinor, feeMinor, receivedMinor, result },
  })
})

test('nothing moves but through the tables', () => {
  const src = join(import.meta.dirname, '..', '..', 'src')
  const movers = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .filter((path) => /[{,]\s*change: '(?:transaction|delivery)\.move'/.test(readFileSync(join(src, path), 'utf8')))
  expect(movers.map((path) => path.replaceAll('\\', '/')).sort()).toEqual(['domain/moves.ts'])
})
