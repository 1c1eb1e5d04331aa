import type { Gate } from '../../domain/gate.ts'
import { ipMatcher } from '../../domain/ip-range.ts'
import { testKey } from '../../domain/keys.ts'
import { Refused } from '../../domain/refused.ts'
import type { Settings } from '../../domain/settings.ts'
import type { ErrorFacts } from '../../words/errors.ts'
import { createRateLimiter } from './rate-limiter.ts'

/** More requests than the setting `rateLimit` allows (D13). */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many requests')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface Access {
  readonly acceptsKey: (key: string) => boolean
  readonly gate: Gate
  /** The current settings of a key; without a key, those of every undeclared business. */
  readonly settingsOf: (key: string | null) => Settings
}

export interface Caller {
  readonly key: string
  readonly settings: Settings
}

/** The caller of a call. The address is a function, because reading it costs a system call. */
export interface Claim {
  readonly authorization: string | undefined
  /** Undefined once the connection is closed. */
  readonly address: () => string | undefined
}

/** Authorises callers of the service's routes in the order of D1: address, key, rate. Throws a refusal. */
export function createAuthorize({ acceptsKey, gate, settingsOf }: Access): (claim: Claim) => Caller {
  const isAllowed = createIpAllowList()
  const limiter = createRateLimiter()
  return ({ authorization, address }) => {
    // The allow-list belongs to a business, and is judged before its key is: an unknown key has the default's.
    const settings = settingsOf(testKeyIn(authorization))
    if (!isAllowed(address, settings)) {
      throw new Refused<ErrorFacts>({ why: 'address-not-allowed', address: address() ?? null })
    }
    const key = authenticate(authorization, acceptsKey)
    gate(key, 'service')
    const waitSeconds = settings.rateLimit === null ? null : limiter.take(key, settings.rateLimit)
    if (waitSeconds !== null) throw new TooManyRequests(waitSeconds)
    return { key, settings }
  }
}

/** The allow-lists of all businesses, parsed once; an empty one allows everybody (D13). */
function createIpAllowList(): (address: Claim['address'], settings: Settings) => boolean {
  const matchers = new WeakMap<Settings, (address: string) => boolean>()
  return (address, settings) => {
    if (settings.ipAllowList.length === 0) return true
    const matches = matchers.get(settings) ?? ipMatcher(settings.ipAllowList)
    matchers.set(settings, matches)
    const from = address()
    return from !== undefined && matches(from)
  }
}

/** The key of an Authorization header if it has the form of one, accepted or not. */
function testKeyIn(authorization: string | undefined): string | null {
  return authorization !== undefined && testKey.test(authorization) ? authorization : null
}

/** The API key of an Authorization header, which carries it bare (spec 5.1). Throws a refusal without the key (D2). */
export function authenticate(authorization: string | undefined, accepts: (key: string) => boolean): string {
  if (authorization === undefined || authorization === '') throw unauthorized('no-key')
  if (authorization.startsWith('live_')) throw unauthorized('live')
  if (/\s/.test(authorization)) throw unauthorized('scheme')
  if (!testKey.test(authorization)) throw unauthorized('form')
  if (!accepts(authorization)) throw unauthorized('undeclared')
  return authorization
}

function unauthorized(because: ErrorFacts<'unauthorized'>['because']) {
  return new Refused<ErrorFacts>({ why: 'unauthorized', because })
}
