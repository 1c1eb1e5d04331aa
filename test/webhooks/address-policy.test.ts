import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { type AddressPolicy, refusalOf } from '../../src/webhooks/address-policy.ts'
import { callbackAddress } from '../../src/webhooks/http/connect.ts'

const local: AddressPolicy = { exposed: false, own: { addresses: ['127.0.0.1', '::1'], port: 4747 } }

/** Judges a URL whose host is a literal address, as the client does. */
function refusal(url: string, policy: AddressPolicy = local): string | null | undefined {
  const target = callbackAddress(url)?.target
  return target && refusalOf({ host: target.host, address: target.host, port: target.port }, policy)
}

test.each([
  'http://127.0.0.1:3000/',
  'http://127.8.9.10/',
  'http://[::1]:3000/',
  'http://10.1.2.3/',
  'http://172.17.0.1:8080/',
  'http://192.168.1.20/',
  'http://100.64.0.7/',
  'http://[fd12:3456::1]/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'http://[::ffff:10.0.0.1]/',
])('a sandbox on loopback sends to %s', (url) => {
  expect(refusal(url)).toBeNull()
})

test.each([
  ['http://169.254.169.254/latest/meta-data', 'link-local'],
  ['http://169.254.169.254./', 'link-local'],
  ['http://2852039166/', 'link-local'],
  ['http://0xa9fea9fe/', 'link-local'],
  ['http://0251.0376.0251.0376/', 'link-local'],
  ['http://169.254.43518/', 'link-local'],
  ['http://①⑥⑨.254.169.254/', 'link-local'],
  ['http://[::ffff:169.254.169.254]/', 'link-local'],
  ['http://[::ffff:a9fe:a9fe]/', 'link-local'],
  ['http://[::169.254.169.254]/', 'link-local'],
  ['http://[::ffff:0:a9fe:a9fe]/', 'link-local'],
  ['http://[64:ff9b::a9fe:a9fe]/', 'link-local'],
  ['http://[2002:a9fe:a9fe::1]/', 'link-local'],
  ['http://[fe80::1]/', 'link-local'],
  ['http://[fd00:ec2::254]/', 'cloud metadata'],
  ['http://100.100.100.200/', 'cloud metadata'],
  ['http://0.0.0.0:3000/', 'unspecified'],
  ['http://0/', 'unspecified'],
  ['http://[::]/', 'unspecified'],
  ['http://255.255.255.255/', 'broadcast'],
  ['http://224.0.0.251/', 'multicast'],
  ['http://[ff02::1]/', 'multicast'],
  ['http://240.0.0.1/', 'reserved'],
  ['http://192.0.2.7/', 'reserved'],
  ['http://[64:ff9b:1::1]/', 'reserved'],
  ['http://[2001:0:a9fe:a9fe::]/', 'reserved'],
  ['http://[fec0::1]/', 'reserved'],
])('%s is not an address to send to: it is %s', (url, why) => {
  expect(refusal(url)).toContain(why)
  expect(refusal(url, { ...local, exposed: true, allow: ['0.0.0.0/0', '::/0'] })).toContain(why)
})

test.each([
  'http://127.0.0.1:4747/',
  'http://127.1:4747/',
  'http://127.9.9.9:4747/',
  'http://2130706433:4747/',
  'http://[::1]:4747/',
  'http://[::ffff:7f00:1]:4747/',
])('the sandbox does not send to itself at %s', (url) => {
  expect(refusal(url)).toContain('is this sandbox itself')
})

test('its own port on another machine is not the sandbox', () => {
  expect(refusal('http://10.1.2.3:4747/')).toBeNull()
})

test('a sandbox that listens everywhere knows every address of its machine', () => {
  const everywhere: AddressPolicy = {
    exposed: true,
    allow: ['::/0', '0.0.0.0/0'],
    own: { addresses: ['::'], port: 4747 },
  }
  const mine = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const refusals = mine.map(({ address }) => refusalOf({ host: address, address, port: 4747 }, everywhere))
  expect(refusals).not.toContain(null)
})

test('a name is judged by the address it stands for', () => {
  const refused = refusalOf({ host: 'shop.example', address: '169.254.169.254', port: 80 }, local)
  expect(refused).toMatch(/^address refused: shop\.example is 169\.254\.169\.254, which is link-local/)
})

test('what is not an address at all is refused', () => {
  expect(refusalOf({ host: 'shop.example', address: 'nonsense', port: 80 }, local)).toContain('not an IP address')
})

const exposed: AddressPolicy = {
  exposed: true,
  allow: ['10.0.0.0/8', '192.168.1.20', '[fd00::5]', '2001:4860::/32', 'Shop.Example.', 'bücher.example'],
  own: { addresses: ['10.0.0.1'], port: 4747 },
}

test.each([
  ['10.200.0.1', '10.200.0.1'],
  ['::ffff:10.0.0.9', '::ffff:10.0.0.9'],
  ['192.168.1.20', '192.168.1.20'],
  ['anything.example', '192.168.1.20'],
  ['fd00::5', 'fd00::5'],
  ['2001:4860::8888', '2001:4860::8888'],
  ['shop.example', '172.16.0.9'],
  ['xn--bcher-kva.example', '172.16.0.9'],
])('an exposed sandbox sends to %s at %s, which callbackAllow names', (host, address) => {
  expect(refusalOf({ host, address, port: 80 }, exposed)).toBeNull()
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', '::1'],
  ['8.8.8.8', '8.8.8.8'],
  ['sub.shop.example', '172.16.0.9'],
])('an exposed sandbox does not send to %s at %s and says what would mend it', (host, address) => {
  expect(refusalOf({ host, address, port: 80 }, exposed)).toContain(`the setting callbackAllow: add "${host}"`)
})

test('callbackAllow cannot allow the sandbox itself', () => {
  expect(refusalOf({ host: '10.0.0.1', address: '10.0.0.1', port: 4747 }, exposed)).toContain('this sandbox itself')
})
