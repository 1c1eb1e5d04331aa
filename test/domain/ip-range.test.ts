import { expect, test } from 'vitest'
import { ipMatcher, ipRangeProblem } from '../../src/domain/ip-range.ts'

test.each([
  ['192.168.1.5', '192.168.1.5', true],
  ['192.168.1.5', '192.168.1.6', false],
  ['192.168.1.5', '::ffff:192.168.1.5', true],
  ['::ffff:192.168.1.5', '192.168.1.5', true],
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.1.2.3/8', '10.255.0.1', true],
  ['10.0.0.0/8', '::ffff:10.1.1.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['::ffff:10.0.0.0/104', '10.9.9.9', true],
  ['0.0.0.0/0', '203.0.113.1', true],
  ['0.0.0.0/0', '::1', false],
  ['::/0', '::1', true],
  ['::/0', '127.0.0.1', false],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['2001:DB8::/32', '2001:db8:1::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['10.0.0.0/8', 'nothing', false],
])('a list of %s lets %s in: %s', (range, address, isIn) => {
  expect(ipRangeProblem(range)).toBeNull()
  expect(ipMatcher(['203.0.113.77', range])(address)).toBe(isIn)
})

test.each([
  '',
  'localhost',
  '10',
  '10.1',
  '010.0.0.1',
  '0x7f.0.0.1',
  '256.0.0.1',
  '10.0.0.1/',
  '10.0.0.1/33',
  '10.0.0.1/-1',
  '10.0.0.1/8/8',
  ' 10.0.0.1',
  '::1/129',
  'fe80::1%eth0',
  '[::1]',
  '10.0.0.1:80',
])('%j is neither an address nor a network', (text) => {
  expect(ipRangeProblem(text)).toBe(
    `${JSON.stringify(text)} is neither an IP address nor a network; write for example 192.168.1.5, 10.0.0.0/8 or ::1`,
  )
})
