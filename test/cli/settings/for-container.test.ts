import { hostname, type NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { forContainer } from '../../../src/cli/settings/resolve-start.ts'
import { type ConfigInput, configSchema } from '../../../src/config.ts'
import { containerHosts } from '../../../src/domain/container-hosts.ts'
import { refusalOfUrl } from '../../../src/webhooks/address-policy.ts'

const mac = '02:42:ac:12:00:02'
const ipv4 = (cidr: string, internal = false): NetworkInterfaceInfo => ({
  address: cidr.replace(/\/.*/, ''),
  cidr,
  internal,
  mac,
  netmask: '255.255.0.0',
  family: 'IPv4',
})
const ipv6 = (cidr: string): NetworkInterfaceInfo => ({ ...ipv4(cidr), family: 'IPv6', netmask: 'ffff::', scopeid: 0 })

function inContainer(addresses: readonly NetworkInterfaceInfo[], input: ConfigInput = {}) {
  const sourceOf = (name: string) =>
    Object.hasOwn(input, name) ? { from: 'file' as const, name: 'c.yaml' } : { from: 'default' as const }
  return forContainer(
    { config: configSchema.parse(input), sourceOf },
    { lo: [ipv4('127.0.0.1/8', true)], eth0: [...addresses] },
  )
}

test('webhooks reach the networks of the container and its host, and no other address', () => {
  const { callbackAllow } = inContainer([ipv4('172.18.0.2/16'), ipv6('fd00:18::2/64'), ipv6('fe80::42:2/64')]).config
  expect(callbackAllow).toEqual([...containerHosts, '172.18.0.2/16', 'fd00:18::2/64'])
  const refusal = (host: string) => refusalOfUrl(new URL(`http://${host}:3000/webhooks`), callbackAllow)
  for (const host of ['shop', 'host.docker.internal', 'host.testcontainers.internal', '172.18.0.7', '[fd00:18::7]'])
    expect(refusal(host)).toBe(null)
  for (const host of ['172.19.0.7', '10.0.0.1', '192.168.1.1', '127.0.0.1', '169.254.169.254', '[fd00:19::7]'])
    expect(refusal(host)).toMatch(/^address refused/)
})

test('a public address of the machine opens nothing: its neighbours are strangers', () => {
  const { allowHost, callbackAllow } = inContainer([ipv4('203.0.113.5/24'), ipv6('2001:db8::5/64')]).config
  expect(callbackAllow).toEqual(containerHosts)
  expect(allowHost).toEqual(['*', hostname()])
})

test('each start has a token of its own, unless one is set', () => {
  const token = () => inContainer([]).config.token
  expect(token()).toMatch(/^[\w-]{32}$/)
  expect(token()).not.toBe(token())
  expect(inContainer([], { token: 's3cret' }).config.token).toBe('s3cret')
})

test('what a config file says goes first, and its lists are added to', () => {
  const input = { host: '127.0.0.1', allowHost: ['pay.test'], callbackAllow: ['10.9.0.0/16'] }
  const { config, sourceOf } = inContainer([ipv4('172.18.0.2/16')], input)
  expect(config).toMatchObject({
    host: '127.0.0.1',
    allowHost: ['pay.test', '*', hostname(), '172.18.0.2'],
    callbackAllow: ['10.9.0.0/16', ...containerHosts, '172.18.0.2/16'],
  })
  expect(sourceOf('host')).toEqual({ from: 'file', name: 'c.yaml' })
  expect(sourceOf('token')).toEqual({ from: 'flag', name: '--container' })
  expect(sourceOf('port')).toEqual({ from: 'default' })
})
