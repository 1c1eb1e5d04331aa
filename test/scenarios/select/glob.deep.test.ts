import { expect, test } from 'vitest'
import { compileGlob } from '../../../src/scenarios/select/glob.ts'

test('many stars against a long text that almost fits are judged at once', () => {
  const fits = compileGlob(`${'a*'.repeat(90)}?*b`)
  const before = performance.now()
  expect(fits('a'.repeat(100_000))).toBe(false)
  expect(performance.now() - before).toBeLessThan(500)
})
