import querystring from 'node:querystring'
import { webUrl } from '../../domain/web-url.ts'
import type { Target } from './connect.ts'

/** Where a callback URL leads. */
export interface CallbackAddress {
  /** Scheme, host and port: what connections are shared by. */
  readonly origin: string
  readonly target: Target
  readonly path: string
  /** What the URL adds to a request. */
  readonly headers: Readonly<Record<string, string>>
}

/** Takes a callback URL apart; null when it is no http or https URL. IPv4 addresses come out in usual spelling. */
export function addressOf(text: string): CallbackAddress | null {
  const url = webUrl(text)
  if (url === null) return null
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  return {
    origin: url.origin,
    target: { secure, host, port },
    path: `${url.pathname}${url.search}`,
    headers: credentialsOf(url),
  }
}

/** `http://user:password@host/` means basic authentication to every other HTTP client. */
function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const plain = `${querystring.unescape(username)}:${querystring.unescape(password)}`
  return { authorization: `Basic ${Buffer.from(plain).toString('base64')}` }
}
