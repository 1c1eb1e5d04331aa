import type { Obstacle } from '../domain/obstacle.ts'

/** Names what answered in place of the merchant's own code, and says how to mend it. */
export function obstacleText({ obstacle, location }: Obstacle): string {
  if (obstacle === 'csrf') return 'a CSRF check: exempt the path of webhooks from it'
  const where = location === undefined ? 'without a Location' : `to ${location}`
  const mend =
    obstacle === 'redirect'
      ? 'answer 2xx here, without a login, or give the address that does as callbackURL'
      : 'write the slash at the end of the callback URL'
  return `a redirect ${where}; redirects are not followed: ${mend}`
}

/** The same, to stand behind a status; empty if the answer shows none. */
export function obstacleNote({ obstacle, location }: Shown = {}): string {
  return obstacle === undefined ? '' : `, ${obstacleText({ obstacle, location })}`
}

type Shown = { readonly [K in keyof Obstacle]?: Obstacle[K] | undefined }
