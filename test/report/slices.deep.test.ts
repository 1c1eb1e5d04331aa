import { expect, test } from 'vitest'
import { createReporter } from '../../src/report/reporter.ts'
import { readShipped } from '../../src/sandbox/shipped.ts'
import { compileScenarios } from '../../src/scenarios/select/select.ts'
import { nextTurn } from '../../src/time.ts'
import { call } from '../support/call.ts'
import { openParts } from '../support/opened-parts.ts'
import { mobileMoney } from '../support/requests.ts'

const key = 'test_shop'
const scenarios = compileScenarios((await readShipped()).scenarios)

/** Nothing that a report shows is missing, and every part of three rows has something. */
const played = ['approve', 'wrong-pin', 'lost-reply', 'dropped-webhook', 'wrong-signature', 'duplicate']

async function openBusy() {
  const { store, url } = await openParts()
  const post = (path: string, body: unknown, headers = {}) => call(url, path, { key, body, headers })
  const collect = (reference: string, scenario = 'approve') =>
    post('/collections/mobilemoney', mobileMoney({ reference }), { 'x-sandbox-scenario': scenario }).catch(() => null)
  const reporter = (slices: { readonly rows: number; readonly ms: number }) =>
    createReporter({
      store,
      scenarios: () => scenarios,
      callsSeen: () => ({ refusals: ['429'], refused: [], unanswered: [], open: [] }),
      calledKeys: () => new Set(),
      isOwn: () => false,
      keepsChapters: false,
      slices,
    })
  // Nothing listens there: each webhook is tried again until it is given up.
  await call(url, '/_sandbox/business', { key, method: 'PATCH', body: { callbackUrl: 'http://127.0.0.1:9/' } })
  for (let round = 0; round < 3; round++) {
    for (const scenario of played) await collect(`${scenario}-${round}`, scenario)
    await collect('approve-0')
    await post('/_sandbox/clock/advance', { by: '2d' })
  }
  const asked = await collect('asked', 'dropped-webhook')
  await post('/_sandbox/clock/advance', { by: '1h' })
  await call(url, `/payments/${asked?.body.id}`, { key })
  await collect('open')
  await post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 1 })
  return {
    store,
    collect,
    post,
    whole: () => reporter({ rows: 1_000_000, ms: Number.POSITIVE_INFINITY }).of(key),
    sliced: () => reporter({ rows: 3, ms: 0 }).of(key),
    neverMet: (names: readonly string[]) => reporter({ rows: 3, ms: 0 }).required.neverMet(names),
  }
}

/** Runs `work`, and something else after so many turns. Resolves with the result, and how many turns it took. */
async function beside<R>(work: Promise<R>, turns: number, other: () => Promise<unknown>): Promise<[R, number]> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  let count = 0
  for (; !isOver; count++) {
    if (count === turns) await other()
    await nextTurn()
  }
  return [await ended, count]
}

const nothing = async () => undefined

test('a report in slices says the same, and gives other work many turns', async () => {
  const { whole, sliced } = await openBusy()
  const [report, turns] = await beside(sliced(), -1, nothing)
  expect(report).toEqual(await whole())
  expect(new Set(report.findings.map(({ rule }) => rule))).toEqual(
    new Set(['charged-again', 'lost-webhook', 'never-asked', 'reference-used-again', 'left-open']),
  )
  expect(report.unused).toHaveLength(1)
  expect(turns).toBeGreaterThan(20)
  expect((await beside(whole(), -1, nothing))[1]).toBeLessThan(5)
})

test('a report that a reset interrupts is about the business after it', async () => {
  const { whole, sliced, store } = await openBusy()
  const [report] = await beside(sliced(), 3, () => store.reset(key))
  expect(report).toEqual(await whole())
  expect(report.findings).toEqual([])
})
