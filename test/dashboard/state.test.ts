import { expect, test } from 'vitest'
import { chooseBusiness } from '../../src/dashboard/state/choose-business.ts'
import { hashOf, routeOf } from '../../src/dashboard/state/route.ts'
import { clockMode } from '../../src/dashboard/time/move.ts'

test.each([
  ['', { view: '', argument: null, key: null, query: {} }],
  ['#/transactions', { view: 'transactions', argument: null, key: null, query: {} }],
  ['#/transactions/tx_1?key=test_shop', { view: 'transactions', argument: 'tx_1', key: 'test_shop', query: {} }],
  [
    '#/traffic?show=refused&search=a+b',
    { view: 'traffic', argument: null, key: null, query: { show: 'refused', search: 'a b' } },
  ],
  ['#/phones/%2B233%2F1', { view: 'phones', argument: '+233/1', key: null, query: {} }],
  ['#/phones/%', { view: 'phones', argument: '%', key: null, query: {} }],
])('the address %j is a place of the page', (hash, route) => {
  expect(routeOf(hash)).toEqual(route)
})

test('the address of a view leads back to it with any argument', () => {
  for (const argument of [null, 'tx_1', '<b>', 'a/b?c#d', '50 %', 'é'])
    for (const key of [null, 'test_shop'])
      for (const query of [{}, { search: 'a & b' }])
        expect(routeOf(hashOf({ view: 'v', argument, key, query }))).toEqual({ view: 'v', argument, key, query })
})

const business = (key: string, transactions: number) => ({ key, transactions })

test.each([
  ['the last one, while something is in it', [business('test_a', 1), business('test_sandbox', 9)], 'test_a', 'test_a'],
  ['else the usual one', [business('test_a', 9), business('test_sandbox', 1)], 'test_gone', 'test_sandbox'],
  ['else the one with most transactions', [business('test_a', 1), business('test_b', 2)], null, 'test_b'],
  [
    'one that is empty is not chosen over one that is not',
    [business('test_sandbox', 0), business('test_b', 2)],
    null,
    'test_b',
  ],
  ['the usual one if there is no other', [], 'test_gone', 'test_sandbox'],
])('the business that is shown first is %s', (_why, businesses, last, chosen) => {
  expect(chooseBusiness(businesses, last)).toBe(chosen)
})

test.each([
  ['frozen', 60, 'frozen'],
  ['real', 1, 'real time'],
  ['real', 60, 'at 60×'],
] as const)('a clock that is %s at %d is shown as %s', (mode, rate, shown) => {
  expect(clockMode({ now: '2026-01-31T12:00:00.000Z', mode, rate })).toBe(shown)
})
