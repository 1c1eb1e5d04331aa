import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction, type Socket, connect as tcpConnect } from 'node:net'
import querystring from 'node:querystring'
import { connect as tlsConnect } from 'node:tls'
import { receiverPath, webUrl } from '../../domain/web-url.ts'
import { type AddressPolicy, refusalOf } from '../address-policy.ts'

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>

export interface SocketOptions {
  /** Called for every connection: the sandbox's port is known only after it listens. */
  readonly policy: () => AddressPolicy
  readonly resolve?: Resolve | undefined
  /** Certificate authorities in PEM, instead of the machine's. */
  readonly ca?: string | undefined
  /** True if this machine is a container: its loopback address is not the developer's. */
  readonly isContainer: boolean
}

/** The far end of a connection, as the URL names it (an IPv6 address without brackets). */
export interface Target {
  readonly secure: boolean
  readonly host: string
  readonly port: number
  readonly toReceiver: boolean
}

/** The policy forbids all addresses of a host. The message can be shown. */
export class AddressRefused extends Error {}

/** Wait before the next address is tried. Node's 250 ms fail on slow lines. */
const nextAddressAfterMs = 1000

/** Opens a socket to an address that the policy allows. Each connection checks the address, not the name. */
export function openSocket(
  { secure, host, port, toReceiver }: Target,
  { policy, resolve = resolveName, ca }: SocketOptions,
): Socket {
  // Node does not call `lookup` for a literal address.
  const refusal = isIP(host) === 0 ? null : refusalOf({ host, address: host, port, toReceiver }, policy())
  if (refusal !== null) throw new AddressRefused(refusal)
  const options = {
    host,
    port,
    lookup: allowedAddresses({ port, toReceiver }, policy, resolve),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
    noDelay: true,
  }
  if (!secure) return tcpConnect(options)
  const servername = isIP(host) === 0 ? host : ''
  // NODE_TLS_REJECT_UNAUTHORIZED in a developer's shell must not switch this off.
  return tlsConnect({ ...options, servername, ca, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] })
}

/** Returns true if a URL's host is this machine, by name or by address. */
export function isThisMachine(host: string): boolean {
  return isLocalName(host) || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function allowedAddresses(
  target: Pick<Target, 'port' | 'toReceiver'>,
  policy: () => AddressPolicy,
  resolve: Resolve,
): LookupFunction {
  const choose = (host: string, addresses: readonly LookupAddress[]) => {
    const refusals = addresses.map(({ address }) => refusalOf({ ...target, host, address }, policy()))
    const [first] = refusals
    if (typeof first === 'string' && !refusals.includes(null)) throw new AddressRefused(first)
    return addresses.filter((_, index) => refusals[index] === null)
  }
  return (host, _options, callback) => {
    const found = resolve(host).then((addresses) => choose(host, addresses))
    found.then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    )
  }
}

/** `localhost` is both loopback addresses: some resolvers know one of them, and many know no `*.localhost`. */
async function resolveName(host: string): Promise<readonly LookupAddress[]> {
  if (!isLocalName(host)) return lookup(host, { all: true })
  return [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

export interface CallbackAddress {
  readonly origin: string
  readonly target: Target
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** Parses a callback URL. Returns null if it is not an http or https URL. IPv4 addresses get their usual spelling. */
export function callbackAddress(text: string): CallbackAddress | null {
  const url = webUrl(text)
  if (url === null) return null
  const secure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '')
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  return {
    origin: url.origin,
    target: { secure, host, port, toReceiver: url.pathname === receiverPath },
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
