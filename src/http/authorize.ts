import type { IncomingMessage } from 'node:http'
import { ipMatcher } from '../domain/ip-range.ts'
import type { Settings } from '../domain/settings.ts'
import { authenticate, testKeyIn } from './authenticate.ts'
import { createRateLimiter } from './rate-limit.ts'

/** A caller outside the setting `ipAllowList` (D13); `hint` says which address came and how to let it in. */
export class AddressNotAllowed extends Error {
  readonly hint: string

  constructor(address: string) {
    super('Internal server error')
    this.hint = `the address ${address} is not in the setting ipAllowList of this business: add it there to let it in`
  }
}

/** More requests than the setting `rateLimit` allows (D13). */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many requests')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** What decides who may use the service's routes. */
export interface Access {
  readonly acceptsKey: (key: string) => boolean
  /** The settings a key has now; without a key those of every business that is not declared. */
  readonly settingsOf: (key: string | null) => Settings
}

/** A caller who was let in. */
export interface Caller {
  readonly key: string
  readonly settings: Settings
}

/** Lets callers into the service's routes, checking in the order of D1: address, key, rate. Throws what refuses one. */
export function createAuthorize({ acceptsKey, settingsOf }: Access): (incoming: IncomingMessage) => Caller {
  const isAllowed = createIpAllowList()
  const limiter = createRateLimiter()
  return ({ headers: { authorization }, socket }) => {
    // The allow-list belongs to a business, and is judged before its key is: an unknown key has the default's.
    const settings = settingsOf(testKeyIn(authorization))
    if (!isAllowed(socket, settings)) throw new AddressNotAllowed(socket.remoteAddress ?? 'of a closed connection')
    const key = authenticate(authorization, acceptsKey)
    const waitSeconds = settings.rateLimit === null ? null : limiter.take(key, settings.rateLimit)
    if (waitSeconds !== null) throw new TooManyRequests(waitSeconds)
    return { key, settings }
  }
}

/** Where a connection comes from. Asking for the address costs a system call, so only a list that has entries does. */
interface Connection {
  readonly remoteAddress?: string | undefined
}

/** The allow-lists of all businesses, each made ready for comparing once; an empty one lets everybody in (D13). */
function createIpAllowList(): (connection: Connection, settings: Settings) => boolean {
  const matchers = new WeakMap<Settings, (address: string) => boolean>()
  return (connection, settings) => {
    if (settings.ipAllowList.length === 0) return true
    const matches = matchers.get(settings) ?? ipMatcher(settings.ipAllowList)
    matchers.set(settings, matches)
    return connection.remoteAddress !== undefined && matches(connection.remoteAddress)
  }
}
