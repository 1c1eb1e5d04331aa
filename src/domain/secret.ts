import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether a secret that was given is the expected one, compared in constant time. Hashing first gives both sides one
 * length, which timingSafeEqual demands and which hides the expected one.
 */
export function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** A cookie that lets a browser in again after it gave the token. */
export interface PageSession {
  readonly cookie: string
  readonly value: string
}

/**
 * The session of a sandbox's page. A browser sends the cookies of one host to all its ports: so the name has the port, and
 * the value, which other programs of that host may come to see, is made of the token and is not the token itself.
 */
export function pageSession(token: string, port: number): PageSession {
  const value = createHmac('sha256', token).update('the page of payments-sandbox').digest('hex')
  return { cookie: `payments_sandbox_${port}`, value }
}
