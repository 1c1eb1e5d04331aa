import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A network, or a single address as a network of one. */
type IpRange = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Returns what is wrong with an IP address or network and what to write instead, or null. */
export function ipRangeProblem(text: string): string | null {
  if (rangeOf(text) !== null) return null
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
  return `${shown} is neither an IP address nor a network; write for example 192.168.1.5, 10.0.0.0/8 or ::1`
}

/** Returns a test for addresses in these networks. An IPv4 address mapped into IPv6 counts as IPv4. */
export function ipMatcher(texts: readonly string[]): (address: string) => boolean {
  const ranges = texts.map(rangeOf).filter((range) => range !== null)
  return (address) => {
    const [ip] = rangeOf(address.replace(/%.*$/, '')) ?? []
    return ip !== undefined && ranges.some(([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits))
  }
}

function rangeOf(text: string): IpRange | null {
  const [, address = '', bitsText] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  if (family === 0) return null
  const width = family === 4 ? 32 : 128
  const bits = bitsText === undefined ? width : Number(bitsText)
  return bits > width ? null : unmapped(ipaddr.parse(address), bits)
}

/** `::ffff:10.0.0.0/104` is 10.0.0.0/8. */
function unmapped(ip: ipaddr.IPv4 | ipaddr.IPv6, bits: number): IpRange {
  const isMapped = 'isIPv4MappedAddress' in ip && ip.isIPv4MappedAddress() && bits >= 96
  return isMapped ? [ip.toIPv4Address(), bits - 96] : [ip, bits]
}
