import { expect, test } from 'vitest'
import { isDeeper, maxDepth } from '../../src/domain/json.ts'

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`

test.each([
  ['a number', '1', 0],
  ['an empty list', '[]', 1],
  ['lists side by side', '[[],{"a":[1]},[]]', 3],
  ['brackets in texts and names', '{"[[{":"]{[[","b":"[["}', 1],
  ['quotes and backslashes in texts', String.raw`["\"[[", "\\", ["[\\\""]]`, 2],
  ['as many levels as are accepted', nested(maxDepth), maxDepth],
  ['text that is no JSON', '[[["', 3],
])('%s: the depth is counted', (_what, text, levels) => {
  expect([isDeeper(text, levels), isDeeper(text, levels - 1)]).toEqual([false, true])
})
