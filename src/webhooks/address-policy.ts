import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import { ipMatcher, ipRangeProblem } from '../domain/ip-range.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The addresses of the sandbox. `0.0.0.0` and `::` mean every address of the machine. */
export interface Listener {
  readonly addresses: readonly string[]
  readonly port: number
}

/** The addresses that webhooks may reach. An exposed sandbox sends only to addresses of the setting `callbackAllow`. */
export type AddressPolicy = { readonly own: Listener | null } & (
  | { readonly exposed: false }
  | { readonly exposed: true; readonly allow: readonly string[] }
)

export interface Candidate {
  /** The URL's host: a name, or the address itself. */
  readonly host: string
  readonly address: string
  readonly port: number
  /** True if the path is the sandbox's own receiver, its only path that webhooks may reach. */
  readonly toReceiver?: boolean
}

/** Returns a sentence that says why a webhook may not connect to this address, or null if it may. */
export function refusalOf(
  { host, address, port, toReceiver = false }: Candidate,
  policy: AddressPolicy,
): string | null {
  const refused = `address refused: ${address === host ? host : `${host} is ${address}, which`}`
  const ip = parse(address)
  const special = ip === null ? 'not an IP address' : specialPurpose(ip)
  if (ip === null || special !== null) return `${refused} is ${special}: webhooks never go there`
  if (policy.own?.port === port && isOwn(ip, policy.own)) {
    return toReceiver ? null : `${refused} at port ${port} is this sandbox itself`
  }
  if (!policy.exposed || policy.allow.some((entry) => allows(entry, host, ip))) return null
  return refused + notAllowed(host)
}

/** Returns why an exposed sandbox cannot send to a URL, without a look-up of its host, or null if it may. */
export function refusalOfUrl({ hostname }: URL, allow: readonly string[]): string | null {
  const host = hostname.replace(/^\[|\]$/g, '')
  const policy: AddressPolicy = { own: null, exposed: true, allow }
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  const known = isIP(host) !== 0 ? [host] : isLocal ? ['127.0.0.1', '::1'] : []
  const refusals = known.map((address) => refusalOf({ host, address, port: 0 }, policy))
  if (refusals.length > 0) return refusals.includes(null) ? null : (refusals[0] ?? null)
  // Only a look-up can say whether a name is in a network.
  const isPossible = allow.some((entry) => isAddresses(bare(entry)) || isName(entry, host))
  return isPossible ? null : `address refused: ${host}${notAllowed(host)}`
}

function notAllowed(host: string): string {
  return ` is not in the setting callbackAllow: add "${host}" to it to send webhooks there`
}

/** The refused ranges. A range that is neither here nor in `open` counts as reserved. */
const purposes: Readonly<Record<string, string>> = {
  linkLocal: 'link-local (cloud metadata lives there)',
  multicast: 'a multicast address',
  broadcast: 'the broadcast address',
  unspecified: 'an unspecified address (127.0.0.1 is this machine)',
}

const open: readonly string[] = ['unicast', 'loopback', 'private', 'uniqueLocal', 'carrierGradeNat']

/** Cloud metadata services in ranges that are otherwise open. */
const metadata: readonly string[] = ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16']

function specialPurpose(ip: Address): string | null {
  if (metadata.includes(ip.toString())) return 'a cloud metadata address'
  const range = ip.range()
  return open.includes(range) ? null : (purposes[range] ?? 'a reserved address')
}

function isOwn(ip: Address, own: Listener): boolean {
  if (ip.range() === 'loopback') return true
  const bound = own.addresses.map(parse)
  if (bound.some((address) => address?.toString() === ip.toString())) return true
  return bound.some((address) => address?.range() === 'unspecified') && machineHas(ip)
}

function machineHas(ip: Address): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.some(({ address }) => parse(address)?.toString() === ip.toString())
}

function allows(entry: string, host: string, ip: Address): boolean {
  const text = bare(entry)
  return isAddresses(text) ? ipMatcher([text])(ip.toString()) : isName(entry, host)
}

function bare(entry: string): string {
  return entry.replace(/^\[|\]$/g, '')
}

function isAddresses(text: string): boolean {
  return ipRangeProblem(text) === null
}

function isName(entry: string, host: string): boolean {
  return domainToASCII(entry.replace(/\.$/, '')) === host
}

function parse(address: string): Address | null {
  const plain = address.replace(/%.*$/, '')
  return isIP(plain) === 0 ? null : embedded(ipaddr.parse(plain))
}

/** Returns the IPv4 address inside an IPv6 address, or the address itself. */
function embedded(ip: Address): Address {
  if (!('parts' in ip)) return ip
  const [a = 0, b = 0, c = 0] = ip.parts
  const [high = 0, low = 0] = ip.parts.slice(6)
  const head = ip.parts.slice(0, 6).join()
  const isMapped = head === '0,0,0,0,0,65535' || head === '0,0,0,0,65535,0'
  const isCompatible = head === '0,0,0,0,0,0' && (high !== 0 || low > 1)
  const isNat64 = head === '100,65435,0,0,0,0'
  if (isMapped || isCompatible || isNat64) return ipv4(high, low)
  return a === 0x2002 ? ipv4(b, c) : ip
}

function ipv4(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255])
}
