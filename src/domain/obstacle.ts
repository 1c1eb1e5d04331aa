import { z } from 'zod'

/** What answers a webhook before the merchant's own code sees it. */
export const obstacle = z.discriminatedUnion('why', [
  z.object({
    why: z.literal('redirect'),
    location: z.string().max(1000).nullable().describe('Where the redirect points to; null without a Location.'),
    needsSlash: z.boolean().describe('True if it is the same address with a slash at its end.'),
  }),
  z.object({ why: z.literal('csrf') }),
])
export type Obstacle = Readonly<z.output<typeof obstacle>>

interface Answered {
  readonly status: number
  readonly location: string | null
  readonly cookies: string
  readonly body: string
}

const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** Returns the obstacle that an answer of `url` shows, or null. 419 is the status of a CSRF check of its own. */
export function obstacleIn({ status, location, cookies, body }: Answered, url: string): Obstacle | null {
  if (redirects.includes(status)) return { why: 'redirect', ...pointing(location, url) }
  const isCsrf = status === 419 || (status === 403 && /csrf|xsrf/i.test(`${cookies}\n${body}`))
  return isCsrf ? { why: 'csrf' } : null
}

function pointing(location: string | null, url: string) {
  const to = location === null ? null : resolved(location, url)
  const slashed = new URL(url)
  slashed.pathname += '/'
  return { location: to?.slice(0, 1000) ?? null, needsSlash: slashed.href === to }
}

function resolved(location: string, url: string): string {
  try {
    return new URL(location, url).href
  } catch {
    return location
  }
}
