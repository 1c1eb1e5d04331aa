import { liveKey, withoutLiveKeys } from '../../text.ts'

/** An address without live keys, percent-encoded ones included. */
export function addressWithoutKeys(url: string): string {
  const plain = decoded(url)
  return plain.search(liveKey) < 0 ? url : url.search(liveKey) < 0 ? withoutLiveKeys(plain) : withoutLiveKeys(url)
}

/** Headers by their lower-case names, without keys, tokens and cookies. */
export function headersWithoutKeys(rawHeaders: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = withoutLiveKeys(rawHeaders[index] ?? '').toLowerCase()
    const value = valueWithoutKeys(name, rawHeaders[index + 1] ?? '')
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(headers)
}

function valueWithoutKeys(name: string, value: string): string {
  if (name === 'authorization') return keyHint(value)
  return /auth|cookie|password|secret|token|(?<!idempotency-)key/.test(name) ? '...' : withoutLiveKeys(value)
}

function keyHint(value: string): string {
  const found = /^(?:test_\w{0,2}|live_|\w{1,20} )/.exec(value)
  return `${found?.[0] ?? ''}...`
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    // Somewhere a percent sign stands for itself: what can be decoded is.
    return url.replaceAll(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  }
}
