import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { save, testNamed } from '../../../src/judge/explore/saved-schedules.ts'
import { folderWith } from '../../support/cli.ts'

test('two tests that fail under the same schedule keep a file each', () => {
  const found = folderWith()
  const [one, other] = [testNamed('node one.mjs'), testNamed('node other.mjs')]
  for (const test of [one, other, one]) {
    save(found, [{ order: 1, change: 'webhook-twice' }], { test, message: 'credited twice', plain: [], failing: [] })
  }
  expect(readdirSync(found).filter((name) => name.endsWith('.yaml'))).toEqual(
    ['webhook-twice-1.yaml', `webhook-twice-1-${other}.yaml`].sort(),
  )
})
