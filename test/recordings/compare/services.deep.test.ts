import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '../../../src/config.ts'
import { type Compared, compareRecordings, type Sides } from '../../../src/recordings/compare/compare.ts'
import { harFile, quiet } from '../../support/recorded-sandbox.ts'
import { type Conduct, recordForeign, usual } from '../../support/services/foreign-service.ts'
import { newResults, otherChoices, wrongService } from '../../support/services/three-services.ts'

/** The first comparison loads a sandbox. */
const slow = { timeout: 60_000 }

const compare = (conduct: Conduct) => compareRecordings([harFile(recordForeign(conduct))], parseConfig({}), quiet)

const differing = ({ rows }: Sides) =>
  rows
    .filter(({ verdict, followsFrom }) => verdict === 'differs' && followsFrom === null)
    .map(({ decision }) => decision)
const settings = ({ settlings }: Compared) =>
  Object.fromEntries(settlings.map(({ path, value }) => [path.slice(2).join('.'), value]))
const uncovered = (sides: Sides) => sides.uncovered.map(({ what, real, sandbox }) => `${what}: ${real} / ${sandbox}`)

test('a service that chooses as the sandbox does is the same in every row', slow, async () => {
  const compared = await compare(usual)
  expect(
    compared.rows.filter(({ verdict }) => verdict === 'differs').flatMap(({ differences }) => differences),
  ).toEqual([])
  expect(uncovered(compared)).toEqual([])
})

test(
  'a service that takes every choice the other way is found in each row, and settled where a setting can',
  slow,
  async () => {
    const compared = await compare(otherChoices)
    const cannotBeSettled = ['D3', 'D14', 'D18', 'D19', 'D20', 'D24', 'D30']
    const settledWhole = ['D1', 'D8', 'D15', 'D16', 'D21', 'D32', 'D34', 'D36']
    expect(uncovered(compared)).toEqual([])
    expect(new Set(differing(compared))).toEqual(new Set([...cannotBeSettled, ...settledWhole]))
    expect(settings(compared)).toEqual({
      createdStatus: 201,
      validationShape: 'list',
      amounts: 'swapped',
      amountPlaces: 'full',
      customerNumbers: 'swapped',
      'fees.mobile-money': 1.95,
      'fees.virtual-account': 0.5,
      'fees.bank-payout': 2,
      bearFee: 'business',
      networkMismatch: 'ignore',
      signatureHeader: 'x-foreign-signature',
      accountLifetime: '12m',
      retry: ['1m', '2m', '2m', '10m', '1h'],
    })
    expect(differing(compared.settled)).toEqual(cannotBeSettled)
  },
)

test('results, texts and retries of a service are found and settled', slow, async () => {
  const compared = await compare(newResults)
  expect(differing(compared)).toEqual(['D36', 'results'])
  expect(compared.newResults.map(({ name }) => name)).toEqual(['code_9100'])
  expect(settings(compared)).toEqual({
    'results.approved': { text: 'Transaction approved', telcoResponse: 'OK', providerMessage: 'Successful' },
    'results.wrong_pin': { text: 'The PIN was wrong', telcoResponse: 'Wrong PIN' },
    'results.code_9100': {
      code: '9100',
      source: 'Bank',
      text: 'The limit of the day is used up',
      telcoResponse: null,
      providerMessage: 'Failed',
    },
    retry: ['10s', '10s', '2m', '10m', '1h'],
  })
  expect(differing(compared.settled)).toEqual([])
})

test('what is wrong in places that no decision is about is found, and nothing else', slow, async () => {
  const compared = await compare(wrongService)
  expect(differing(compared)).toEqual([])
  expect(new Set(compared.uncovered.map(({ what }) => what))).toEqual(
    new Set(
      ['currency', 'type', 'reason', 'network', 'reference_business'].flatMap((name) => [
        `${name} in webhooks`,
        `${name} in status queries`,
      ]),
    ),
  )
  expect(settings(compared)).toEqual({})
})

test('the foreign services share no code with the sandbox', () => {
  for (const name of ['foreign-service.ts', 'three-services.ts']) {
    const text = readFileSync(join(import.meta.dirname, '..', '..', 'support', 'services', name), 'utf8')
    expect(text).not.toMatch(/src\//)
  }
})
