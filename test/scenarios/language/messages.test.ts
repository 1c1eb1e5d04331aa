import { expect, test } from 'vitest'
import { checkScenarioText } from '../../../src/scenarios/load.ts'
import { language } from '../language.ts'

/** Something wrong for every kind of value. */
const wrongValues = [
  ...['', 'x', 'a\nb', 'a|b', '5', '5s', '0s', '-5s', '8s..2s', '2s..8s..9s', '4000d', '61s', '0%', '60 %', '1000000%'],
  ...['x'.repeat(250), '[', '*', 'approved', 'appproved', '0000', '2026-01-01', 'true'],
  ...[0, 1, -1, 1.5, 0.005, 5, 99, 404, 600, 1e14, 1e16, 1e300, 2],
  ...[true, false, null],
  ...[[], ['x'], [1], [null], [[]], [{}], ['x', 'x'], ['real', 600], Array(120).fill('5s'), Array(120).fill('real')],
  ...[{}, { x: 1 }, { gt: 5, lt: 5 }, { gt: 'x' }, { failed: 5 }, { failed: 'approved' }, { failed: 'nope' }],
  ...[{ statusQueries: 0 }, { gte: -1 }, { gte: 2, lte: 1 }],
]

const paths = [...new Set(language().map((word) => word.replace(/=.*$/, '')))]

test.each(paths)('%s: each fault is said in our own words, with what to write instead', async (path) => {
  const messages = await Promise.all(wrongValues.map(async (value) => messagesOf(fileWith(path.split('.'), value))))
  const said = [...new Set(messages.flat())]
  expect(said).not.toEqual([])
  expect(
    said.filter((message) =>
      /Invalid |expected |Too (big|small):|Unrecognized|undefined|\{value\}|\[object|NaN/.test(message),
    ),
  ).toEqual([])
  // A second half says what to write.
  expect(said.filter((message) => !/[;?] ?|^must be .*, not /.test(message))).toEqual([])
})

async function messagesOf(file: unknown): Promise<readonly string[]> {
  const problems = await checkScenarioText(JSON.stringify(file), 'my.yaml')
  return problems.map(({ message }) => message)
}

/** A file that says nothing but this value at a path; `*` is any name, `[]` a list of one. */
function fileWith([step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  const inner = fileWith(rest, value)
  const isList = step.endsWith('[]')
  const key = step === '*' ? 'a' : step.replace('[]', '')
  const top = ['defaults', 'results', 'scenarios'].includes(key) ? { version: 1 } : {}
  return { ...top, [key]: isList ? [inner] : inner }
}
