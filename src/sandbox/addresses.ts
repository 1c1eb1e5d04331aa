import type { Config } from '../config.ts'
import { isLoopback } from '../domain/ip-range.ts'
import { webUrl } from '../domain/web-url.ts'

/** Returns why webhooks cannot reach the default address, or null if they can. */
export async function unreachableCallback(
  { host, callbackAllow, callbackUrl }: Config,
  setting = 'callbackUrl',
  address: string | null = callbackUrl,
): Promise<string | null> {
  const url = address === null || isLoopback(host) ? null : webUrl(address)
  if (url === null) return null
  const { refusalOfUrl } = await import('../webhooks/address-policy.ts')
  const refusal = refusalOfUrl(url, callbackAllow)
  return refusal && `${setting} ${address} with host ${host}: ${refusal}`
}

/** The same, for the default address and each declared business. */
export async function unreachableCallbacks(config: Config): Promise<readonly string[]> {
  const declared = Object.entries(config.businesses).map(([key, { callbackUrl = null }]) =>
    unreachableCallback(config, `businesses.${key}.callbackUrl`, callbackUrl),
  )
  return (await Promise.all([unreachableCallback(config), ...declared])).filter((why) => why !== null)
}

/** The hosts that calls may name, in lower case. */
export function hostsOf({ host, allowHost }: Config): readonly string[] {
  return [inUrl(host), ...allowHost].map((name) => name.toLowerCase())
}

/** The host of the sandbox's URL; a sandbox that listens on every address has the one of this machine. */
export function inUrl(host: string): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return name.includes(':') ? `[${name}]` : name
}
