import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveDigits, deriveFraction, deriveToken, deriveUuid } from '../../src/domain/derived-ids.ts'

const entropy = { seed: 1, key: 'test_shop', reference: 'order-1' }

// D18: merchants' own tables know these ids again after a reset and after an upgrade of the sandbox.
test('the same request gives the same ids in every release', () => {
  expect(deriveUuid(entropy, 'transaction', 0)).toBe('f9ac777a-8771-4d53-ab0e-d3606f777dfc')
  expect(deriveToken(entropy, 'transaction', 0, 20)).toBe('p2lo1fvl9o5ydlrawdu5')
  expect(deriveDigits(entropy, 'otp', 0, 6)).toBe('615698')
  expect(deriveFraction(entropy, 'delay', 0)).toBe(0.07321100760740396)
})

test('a UUID has the version and variant of RFC 9562 version 4', () => {
  fc.assert(
    fc.property(anyEntropy, fc.nat(), (from, counter) => {
      expect(deriveUuid(from, 'transaction', counter)).toMatch(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      )
    }),
  )
})

test('a token is lower-case letters and digits and begins with a letter', () => {
  fc.assert(
    fc.property(anyEntropy, fc.integer({ min: 1, max: 32 }), (from, length) => {
      const token = deriveToken(from, 'transaction', 0, length)
      expect(token).toMatch(/^[a-z][a-z\d]*$/)
      expect(token).toHaveLength(length)
    }),
  )
})

test('digits are as many as asked for', () => {
  fc.assert(
    fc.property(anyEntropy, fc.integer({ min: 1, max: 32 }), (from, count) => {
      expect(deriveDigits(from, 'otp', 0, count)).toMatch(new RegExp(`^\\d{${count}}$`))
    }),
  )
})

test('a fraction is at least 0 and below 1, and fractions spread evenly', () => {
  const fractions = Array.from({ length: 10_000 }, (_, counter) => deriveFraction(entropy, 'delay', counter))
  expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true)
  expect(fractions.reduce((sum, fraction) => sum + fraction, 0) / fractions.length).toBeCloseTo(0.5, 1)
})

test('each field of the entropy makes another id, and no two fields can be mistaken for others', () => {
  const ids = [
    deriveUuid(entropy, 'transaction', 0),
    deriveUuid(entropy, 'transaction', 1),
    deriveUuid(entropy, 'delivery', 0),
    deriveUuid({ ...entropy, seed: 2 }, 'transaction', 0),
    deriveUuid({ ...entropy, key: 'test_shop2' }, 'transaction', 0),
    deriveUuid({ ...entropy, reference: 'order-2' }, 'transaction', 0),
    deriveUuid({ ...entropy, key: 'test_shoporder', reference: '-1' }, 'transaction', 0),
    deriveUuid({ ...entropy, key: 'test_shop","order-1', reference: '' }, 'transaction', 0),
    deriveUuid({ ...entropy, reference: 'order-1","transaction' }, '', 0),
    deriveUuid({ ...entropy, reference: '\ud800' }, 'transaction', 0),
    deriveUuid({ ...entropy, reference: '\udfff' }, 'transaction', 0),
  ]
  expect(new Set(ids).size).toBe(ids.length)
})

test('a length that one hash cannot give is refused with the facts', () => {
  expect(() => deriveToken(entropy, 'transaction', 0, 33)).toThrow('One hash gives 1 to 32 characters, not 33')
  expect(() => deriveDigits(entropy, 'otp', 0, 0)).toThrow('One hash gives 1 to 32 characters, not 0')
})

const anyEntropy = fc.record({ seed: fc.integer(), key: fc.string(), reference: fc.string({ unit: 'binary' }) })
