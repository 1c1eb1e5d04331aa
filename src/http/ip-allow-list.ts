import { ipMatcher } from '../domain/ip-range.ts'
import type { Settings } from '../domain/settings.ts'

/** Where a connection comes from. Asking for the address costs a system call, so only a list that has entries does. */
interface Connection {
  readonly remoteAddress?: string | undefined
}

/** The allow-lists of all businesses, each made ready for comparing once; an empty one lets everybody in (D13). */
export function createIpAllowList(): (connection: Connection, settings: Settings) => boolean {
  const matchers = new WeakMap<Settings, (address: string) => boolean>()
  return (connection, settings) => {
    if (settings.ipAllowList.length === 0) return true
    const matches = matchers.get(settings) ?? ipMatcher(settings.ipAllowList)
    matchers.set(settings, matches)
    return connection.remoteAddress !== undefined && matches(connection.remoteAddress)
  }
}
