import { webUrl } from '../../domain/web-url.ts'
import { UsageError } from '../exit.ts'

/** The address that webhooks are forwarded to, such as `localhost:3000/hooks`. Throws a `UsageError`. */
export function forwardAddress(text: string): URL {
  const url = webUrl(/^[^/]+:\d+(?:\/|$)/.test(text) ? `http://${text}` : text)
  if (url !== null) return url
  throw new UsageError(`--forward-to: ${text} is not an address: write for example http://localhost:3000/webhooks`)
}
