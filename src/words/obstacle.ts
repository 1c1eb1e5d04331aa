import type { Obstacle } from '../domain/obstacle.ts'

/** Names what answered in place of the merchant's own code, and says how to mend it. */
export function obstacleText(obstacle: Obstacle): string {
  if (obstacle.why === 'csrf') return 'a CSRF check: exempt the path of webhooks from it'
  const { location, needsSlash } = obstacle
  const what = `a redirect ${location === null ? 'without a Location' : `to ${location}`}; redirects are not followed`
  if (needsSlash) return `${what}: write the slash at the end of the callback URL`
  return `${what}: answer 2xx here${location === null ? '' : ', or give that address as callbackURL'}`
}

/** A status, and the obstacle that it shows. */
export function answeredText(status: number, obstacle: Obstacle | undefined): string {
  return obstacle === undefined ? `${status}` : `${status}, ${obstacleText(obstacle)}`
}
