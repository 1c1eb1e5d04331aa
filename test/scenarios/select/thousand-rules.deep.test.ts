import { expect, test } from 'vitest'
import { createBegin } from '../../../src/engine/begin/begin.ts'
import { mobileMoneyRequest, toRequest } from '../../../src/flows/mobile-money/request.ts'
import { loadScenarios } from '../../../src/scenarios/load.ts'
import { compileScenarios } from '../../../src/scenarios/select/select.ts'
import { openStore } from '../../support/opened-store.ts'
import { mobileMoney } from '../../support/requests.ts'
import { folderOf, shipped } from '../scenario-folders.ts'

const requests = 300

/** A sandbox with so many rules of every kind that match none of the requests. */
async function withRules(count: number, kinds: readonly ((index: number) => string)[]) {
  const rules = Array.from({ length: count }, (_, index) => {
    return `  rule-${index}: { match: { ${kinds[index % kinds.length]?.(index)} } }`
  })
  // One file would be too large.
  const fileOf = (some: readonly string[]) => `version: 1\nscenarios:\n${some.join('\n')}\n`
  const halves = [rules.slice(0, 500), rules.slice(500)].filter((some) => some.length > 0)
  const userDir = await folderOf(Object.fromEntries(halves.map((some, index) => [`${index}.yaml`, fileOf(some)])))
  const set = await loadScenarios({ paths: userDir, strict: true }, shipped)
  const store = openStore()
  const begin = createBegin({ store, scenarios: () => compiled, maker: { seed: 1, webhookBody: () => '' } })
  const compiled = compileScenarios(set)
  let sent = 0
  /** Microseconds of processor time for one request. */
  return async () => {
    const before = process.cpuUsage()
    const begun = Array.from({ length: requests }, () => {
      const body = mobileMoneyRequest.parse(mobileMoney({ reference: `order-${sent++}` }))
      return begin('test_shop', { ...toRequest(body), scenarioHeader: null })
    })
    await Promise.all(begun)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / requests
  }
}

test.each([
  [
    'ends of numbers, beginnings of references, amounts',
    [
      (index: number) => `accountNumber: "*9${1000 + index}"`,
      (index: number) => `reference: "rule-${index}-*"`,
      (index: number) => `amount: { gt: ${2000 - index} }`,
    ],
  ],
  ['words in the middle of the reason', [(index: number) => `reason: "*word${1000 + index}x*"`]],
  ['digits in the middle of the number', [(index: number) => `accountNumber: "*9${10_000 + index}*"`]],
  ['words with more behind them', [(index: number) => `reason: "*a${1000 + index}x*b*c*"`]],
])('a request against a thousand rules costs less than twice one against one: %s', async (_kind, kinds) => {
  const [one, thousand] = [await withRules(1, kinds), await withRules(1000, kinds)]
  const costs = { one: Number.POSITIVE_INFINITY, thousand: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 12; round++) {
    costs.one = Math.min(costs.one, await one())
    costs.thousand = Math.min(costs.thousand, await thousand())
  }
  expect(costs.thousand / costs.one).toBeLessThan(2)
})
