import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Whether a secret that was given is the expected one, compared in constant time. Hashing first gives both sides one
 * length, which timingSafeEqual demands and which hides the expected one.
 */
export function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
