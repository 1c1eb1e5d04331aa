import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileGlob } from '../../../src/scenarios/select/glob.ts'

/** The meaning of a glob, without a thought for speed. */
function fitsNaively(glob: readonly string[], text: readonly string[]): boolean {
  const [head, ...rest] = glob
  if (head === undefined) return text.length === 0
  if (head === '*') return fitsNaively(rest, text) || (text.length > 0 && fitsNaively(glob, text.slice(1)))
  return text.length > 0 && (head === '?' || head === text[0]) && fitsNaively(rest, text.slice(1))
}

test('a compiled glob fits exactly what a naive matcher says', () => {
  const globs = fc.array(fc.constantFrom('a', 'b', '.', '💸', '*', '?'), { maxLength: 9 })
  const texts = fc.array(fc.constantFrom('a', 'b', '.', '💸', '\n'), { maxLength: 12 })
  fc.assert(
    fc.property(globs, texts, (glob, text) => {
      expect(compileGlob(glob.join(''))(text.join(''))).toBe(fitsNaively(glob, text))
    }),
    { numRuns: 3000 },
  )
})
