import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askCommand } from '../../../src/judge/books/ask-command.ts'
import { monotonicMs, sleep } from '../../../src/time.ts'
import { folderWith } from '../../support/cli.ts'

test('a command that never ends is stopped after 5 s, with what it started', async () => {
  const started = monotonicMs()
  const mark = join(folderWith(), 'late')
  await expect(askCommand(`(sleep 6; touch ${mark}) & wait`, 'reference', 'a')).rejects.toThrow(
    'cannot be asked (no answer within 5000 ms)',
  )
  expect(monotonicMs() - started).toBeLessThan(20_000)
  await sleep(2000)
  expect(existsSync(mark)).toBe(false)
})
