import { BlockList, isIP, isIPv4 } from 'node:net'

type Family = 'ipv4' | 'ipv6'

/** A network, or a single address as a network of one. */
interface IpRange {
  readonly address: string
  readonly bits: number
  readonly family: Family
  /** Its family, but IPv4 for a network of IPv4 addresses mapped into IPv6: `::ffff:10.0.0.0/104` is 10.0.0.0/8. */
  readonly kind: Family
}

/** Returns what is wrong with an IP address or network and what to write instead, or null. */
export function ipRangeProblem(text: string): string | null {
  if (rangeOf(text) !== null) return null
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
  return `${shown} is neither an IP address nor a network; write for example 192.168.1.5, 10.0.0.0/8 or ::1`
}

/** Returns a test for addresses in these networks. An IPv4 address mapped into IPv6 counts as IPv4. */
export function ipMatcher(texts: readonly string[]): (address: string) => boolean {
  const networks = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const range of texts.map(rangeOf)) {
    if (range !== null) networks[range.kind].addSubnet(range.address, range.bits, range.family)
  }
  return (text) => {
    const ip = rangeOf(text.replace(/%.*$/, ''))
    return ip !== null && networks[ip.kind].check(ip.address, ip.family)
  }
}

const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

function rangeOf(text: string): IpRange | null {
  const [, address = '', bitsText] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  if (version === 0) return null
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const width = version === 4 ? 32 : 128
  const bits = bitsText === undefined ? width : Number(bitsText)
  if (bits > width) return null
  const isMapped = family === 'ipv6' && bits >= 96 && mapped.check(address, 'ipv6')
  return { address, bits, family, kind: isMapped ? 'ipv4' : family }
}

/** True for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
