import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Verdicts } from '../../../src/recordings/compare/compare.ts'
import { compareFiles, differencesIn, settingsIn } from '../../support/compared.ts'
import { harFile } from '../../support/recorded-sandbox.ts'
import { type Conduct, recordForeign, usual } from '../../support/services/foreign-service.ts'
import { newResults, otherChoices, wrongService } from '../../support/services/three-services.ts'

/** The first comparison loads a sandbox. */
const slow = { timeout: 60_000 }

const compare = (conduct: Conduct) => compareFiles([harFile(recordForeign(conduct))])

const differing = ({ rows }: Verdicts) =>
  rows
    .filter(({ verdict, followsFrom }) => verdict === 'differs' && followsFrom === null)
    .map(({ decision }) => decision)

test('a service that chooses as the sandbox does is the same in every row', slow, async () => {
  const comparison = await compare(usual)
  expect(differencesIn(comparison)).toEqual([])
  expect(settingsIn(comparison)).toEqual({})
})

test(
  'a service that takes every choice the other way is found in each row, and settled where a setting can',
  slow,
  async () => {
    const compared = await compare(otherChoices)
    const cannotBeSettled = ['D3', 'D14', 'D18', 'D19', 'D20', 'D21', 'D24', 'D30', 'D36']
    const settledWhole = ['D1', 'D8', 'D15', 'D16', 'D32', 'D34']
    expect(compared.uncovered).toEqual([])
    expect(new Set(differing(compared))).toEqual(new Set([...cannotBeSettled, ...settledWhole]))
    expect(settingsIn(compared)).toEqual({
      createdStatus: 201,
      validationShape: 'list',
      amounts: 'swapped',
      amountPlaces: 'full',
      customerNumbers: 'swapped',
      bearFee: 'business',
      networkMismatch: 'ignore',
      signatureHeader: 'x-foreign-signature',
      accountLifetime: '12m',
    })
    expect(compared.byHand.map(({ setting, values }) => `${setting}: ${values.join(', ')}`)).toEqual([
      'fees.mobile-money: 1.95 % (1.96 of 100.5)',
      'fees.virtual-account: 0.5 % (25 of 5000)',
      'fees.bank-payout: 2 % (0.41 of 20.5)',
      'retry: retries after 1m, 2m',
    ])
    expect(differing(compared.settled)).toEqual(cannotBeSettled)
  },
)

test('results, texts and retries of a service are found and settled', slow, async () => {
  const compared = await compare(newResults)
  expect(differing(compared)).toEqual(['D36', 'results'])
  expect(compared.newResults.map(({ name }) => name)).toEqual(['code_9100'])
  expect(settingsIn(compared)).toEqual({
    'results.approved': { text: 'Transaction approved', telcoResponse: 'OK', providerMessage: 'Successful' },
    'results.wrong_pin': { text: 'The PIN was wrong', telcoResponse: 'Wrong PIN' },
    'results.code_9100': {
      code: '9100',
      source: 'Bank',
      text: 'The limit of the day is used up',
      telcoResponse: null,
      providerMessage: 'Failed',
    },
  })
  expect(differing(compared.settled)).toEqual(['D36'])
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
  expect(settingsIn(compared)).toEqual({})
})

test('the foreign services share no code with the sandbox', () => {
  for (const name of ['foreign-service.ts', 'three-services.ts']) {
    const text = readFileSync(join(import.meta.dirname, '..', '..', 'support', 'services', name), 'utf8')
    expect(text).not.toMatch(/src\//)
  }
})
