import { ipMatcher } from '../../domain/ip-range.ts'
import { refusal } from '../../words/errors.ts'
import type { HttpContext } from '../http-env.ts'
import { addressOf } from '../raw-request.ts'

const isLoopback = ipMatcher(['127.0.0.0/8', '::1'])

/** Headers that proxies add. Behind a local proxy every caller has a loopback address. */
const addedByProxies = /^(?:forwarded|via|x-forwarded-.+|x-real-ip)$/

/** Throws for a caller on another machine, and for one behind a proxy. The Host header says nothing about either. */
export function requireOwnMachine(context: HttpContext): void {
  const address = addressOf(context)
  const proxied = [...context.req.raw.headers.keys()].find((name) => addedByProxies.test(name))
  if (address !== undefined && isLoopback(address) && proxied === undefined) return
  const from = { proxy: proxied ?? null, address: address ?? null }
  throw refusal({ why: 'other-machine', ...from })
}
