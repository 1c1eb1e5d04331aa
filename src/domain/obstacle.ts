import { z } from 'zod'

/** What answers a webhook before the merchant's own code sees it. */
export const obstacle = z.object({
  obstacle: z.enum(['redirect', 'missing-slash', 'csrf']).describe('What answered before your own code.'),
  location: z.string().max(1000).optional().describe('Where the redirect points to.'),
})
export type Obstacle = Readonly<z.output<typeof obstacle>>

const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** Returns the obstacle that an answer of `url` shows, or null. 419 is a status that some CSRF checks made up. */
export function obstacleIn(
  { status, body }: { readonly status: number; readonly body: string },
  { location, 'set-cookie': cookies }: Readonly<Record<string, unknown>>,
  url: string,
): Obstacle | null {
  const isCsrf = status === 419 || (status === 403 && /csrf|xsrf/i.test(`${cookies}\n${body}`))
  if (!redirects.includes(status)) return isCsrf ? { obstacle: 'csrf' } : null
  if (typeof location !== 'string') return { obstacle: 'redirect' }
  const slashed = new URL(url)
  slashed.pathname += '/'
  const isSlash = [slashed.href, slashed.pathname + slashed.search].includes(location)
  return { obstacle: isSlash ? 'missing-slash' : 'redirect', location: location.slice(0, 1000) }
}
