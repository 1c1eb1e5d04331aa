import { expect, test } from 'vitest'
import { sameText } from '../../src/domain/secret.ts'

test.each([
  ['s3cret', 's3cret', true],
  ['', '', true],
  ['s3cre', 's3cret', false],
  ['s3crett', 's3cret', false],
  ['', 's3cret', false],
  ['S3cret', 's3cret', false],
])('%j given for %j: %j, at any lengths', (given, expected, isSame) => {
  expect(sameText(given, expected)).toBe(isSame)
})
