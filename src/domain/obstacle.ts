import { z } from 'zod'

/** What answers a webhook before the merchant's own code sees it. */
export const obstacle = z.object({
  obstacle: z.enum(['redirect', 'missing-slash', 'csrf']).describe('What answered before your own code.'),
  location: z.string().max(1000).optional().describe('Where the redirect points to.'),
})
export type Obstacle = Readonly<z.output<typeof obstacle>>

const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** The statuses of the CSRF checks of web frameworks; some made up 419. */
const refusals: readonly number[] = [400, 403, 422]

/** Returns the obstacle that an answer of `url` shows, or null. */
export function obstacleIn(
  { status, body }: { readonly status: number; readonly body: string },
  { location, 'set-cookie': cookies }: Readonly<Record<string, unknown>>,
  url: string,
): Obstacle | null {
  const isCsrf =
    status === 419 ||
    (refusals.includes(status) && /csrf|xsrf/i.test(body)) ||
    (status === 403 && /csrf|xsrf/i.test(`${cookies}`))
  if (!redirects.includes(status)) return isCsrf ? { obstacle: 'csrf' } : null
  if (typeof location !== 'string') return { obstacle: 'redirect' }
  const slashed = new URL(url)
  slashed.pathname += '/'
  const target = URL.parse(location, url)?.href ?? location
  return { obstacle: target === slashed.href ? 'missing-slash' : 'redirect', location: target.slice(0, 1000) }
}
