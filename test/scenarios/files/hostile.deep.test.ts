import { expect, test } from 'vitest'
import { checkScenarioText } from '../../../src/scenarios/load.ts'
import { longestBlockMs, processorTime, spentMs } from '../../support/spent.ts'

const largest = 32 * 1024
/** Processor time. A slow machine takes half of it; what these texts did without the limits took several times as much. */
const longestStepMs = 1000

async function judged(text: string): Promise<{ wrong: string | undefined; count: number; tookMs: number }> {
  await checkScenarioText('version: 1', 'warm-up.yaml')
  // Processor time, not real time: another process on this machine must not fail the test.
  const before = processorTime()
  const problems = await checkScenarioText(text, 'hostile.yaml')
  const [first] = problems
  const wrong = first && `${first.line}:${first.column} ${first.path}: ${first.message}`
  return { wrong, count: problems.length, tookMs: spentMs(before) }
}

const tooDeep = /^\d+:\d+ : is nested deeper than 64 levels; write it flatter$/
const chars = 'abcdefghijklmnopqrstuvwxyz0123456789'
const shortNames = Array.from(
  { length: 10_900 },
  (_, index) => `${chars[index % 36]}${chars[Math.floor(index / 36) % 36]}`,
)

test.each([
  ['32 KB of [', '['.repeat(largest), tooDeep],
  ['32 KB of {', '{'.repeat(largest), tooDeep],
  ['32 KB of [{', '[{'.repeat(largest / 2), tooDeep],
  ['a chain of colons in brackets', `[${'a: '.repeat(10_000)}]`, tooDeep],
  ['a chain of lines in brackets', `{${'a: b\n'.repeat(6000)}}`, tooDeep],
  ['a row of dashes', '- '.repeat(largest / 2), tooDeep],
  ['a row of question marks', '? '.repeat(largest / 2), tooDeep],
  ['ever deeper lines', Array.from({ length: 240 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'), tooDeep],
  ['more than 32 KB', 'a: 1\n'.repeat(10_000), /^1:1 : is larger than 32 KB/],
])('%s are refused before they are composed, in less than a second', async (_what, text, message) => {
  const { wrong, count, tookMs } = await judged(text)
  expect(wrong).toMatch(message)
  expect(count).toBe(1)
  expect(tookMs).toBeLessThan(longestStepMs)
})

test('64 levels are read, 65 are not', async () => {
  const nested = (levels: number) =>
    `version: 1\nscenarios: ${'[{a: '.repeat((levels - 2) / 2)}[]${'}]'.repeat((levels - 2) / 2)}`
  expect((await judged(nested(64))).wrong).toMatch(/scenarios: must be a map/)
  expect((await judged(nested(66))).wrong).toMatch(tooDeep)
})

test.each([
  ['wrong escapes', `a: "${'\\q'.repeat(16_000)}"`, /^1:5 : is not valid YAML: Invalid escape sequence/],
  ['wrong escapes in hex', `a: "${'\\x'.repeat(16_000)}"`, /^1:5 : is not valid YAML: Invalid escape sequence/],
  ['right escapes', `version: 1\nscenarios: { a: { summary: "${'\\x41'.repeat(8000)}" } }`, /is longer than 200/],
  ['unknown tags', `a: [${'!b 1,'.repeat(5000)}]`, /Unresolved tag: !b; leave the tag out$/],
  ['unknown directives', '%A b\n'.repeat(6000), /Unknown directive %A; leave the line out$/],
  ['documents', '---\n'.repeat(8000), /holds more than one YAML document/],
  [']', ']'.repeat(largest), /^1:1 : is not valid YAML: Unexpected flow-seq-end/],
  ['keys', `{${shortNames.join(',')}}`, /version: is missing/],
  ['names of scenarios', `version: 1\nscenarios: {${shortNames.slice(0, 1296).join(',')}}`, /is empty; give it keys/],
  ['lines with one key', 'a:\n'.repeat(10_900), /version: is missing/],
  ['lines without a key', ':\n'.repeat(16_000), /has a key that is not a name/],
  ['aliases', `[${'*a,'.repeat(10_900)}]`, /must be a map with keys/],
  ['brackets', `[${'[],'.repeat(10_900)}]`, /must be a map with keys/],
  [
    'dashes after brackets that never close',
    `a:\n  b: [\nc: ${'- '.repeat(10_000)}`,
    /is not valid YAML: Flow sequence in block collection/,
  ],
])('32 KB of %s are reported in steps of less than a second', async (_what, text, message) => {
  const block = await longestBlockMs(async () => expect((await judged(text)).wrong).toMatch(message))

  expect(block).toBeLessThan(longestStepMs)
})

test('brackets, quotes and comments of ordinary files are not taken for nesting', async () => {
  const lines = Array.from(
    { length: 100 },
    (_, index) => `  a${index}: { summary: "[[[ {{", match: { reason: ["[${index}-*", '{${index}-*'] } } # [[[`,
  )
  expect(await checkScenarioText(`version: 1\nscenarios:\n${lines.join('\n')}`, 'my.yaml')).toEqual([])
})

test('thousands of problems are reported by the first fifty and a number', async () => {
  const names = Array.from({ length: 3000 }, (_, index) => `a${index}: 1`)
  const problems = await checkScenarioText(`version: 1\nscenarios: {${names.join(',')}}`, 'my.yaml')
  expect(problems).toHaveLength(51)
  expect(problems[50]?.message).toBe('has 2950 more problems; mend these first')
})

test('aliases may repeat something, but not without end', async () => {
  const shared =
    'version: 1\nscenarios:\n  a: &a { webhook: &w { copies: 2 }, after: 1s }\n  b: *a\n  c: { webhook: *w }'
  expect(await checkScenarioText(shared, 'my.yaml')).toEqual([])
  const levels = Array.from(
    { length: 30 },
    (_, level) => `  a${level + 1}: &a${level + 1} [${`*a${level},`.repeat(9)}]`,
  )
  const bomb = `version: 1\nscenarios:\n  a0: &a0 { after: 1s }\n${levels.join('\n')}`
  const { wrong, tookMs } = await judged(bomb)
  expect(wrong).toBe('4:12 : repeats too much by its aliases; write fewer of them')
  expect(tookMs).toBeLessThan(longestStepMs)
})

test('an alias within its own anchor is refused', async () => {
  const { wrong } = await judged('version: 1\nscenarios: { a: &a { match: *a } }')
  expect(wrong).toBe('2:29 scenarios.a.match: YAML reads *a as an alias; put it in quotes: "*a"')
})

test('names that JavaScript objects have are names like others, but __proto__ is none', async () => {
  expect(
    await checkScenarioText('version: 1\nscenarios: { constructor: {}, toString: { after: 1s } }', 'my.yaml'),
  ).toEqual([])
  const { wrong } = await judged('version: 1\nscenarios: { __proto__: { after: 1s } }')
  expect(wrong).toBe('2:14 scenarios: has a key that is not a name; write text, in quotes if it is a number')
})

test.each(['outcome: { failed: toString }', 'outcome: { failed: __proto__ }', 'match: { currency: constructor }'])(
  'no inherited property is taken for a declared name: %s',
  async (text) => {
    expect((await judged(`version: 1\nscenarios: { a: { ${text} } }`)).count).toBe(1)
  },
)

test('a very long line is reported without its frame', async () => {
  const [problem] = await checkScenarioText(
    `version: 1\nscenarios: { a: { summary: "${'x'.repeat(150)}", after: 1 } }`,
    'my.yaml',
  )
  expect(problem?.message).toBe('1 is not a duration; write for example 5s, 2m or 1m30s')
  const [far] = await checkScenarioText(`version: 1\nscenarios: { a: { ${' '.repeat(300)} after: 1 } }`, 'my.yaml')
  expect(far?.frame).toBe('')
})
