import { expect, test } from 'vitest'
import { parseConfig } from '../../../src/config.ts'
import { settingsSchema } from '../../../src/domain/settings.ts'
import { compareRecordings } from '../../../src/recordings/compare/compare.ts'
import { placeholder } from '../../../src/recordings/compare/compare-webhooks.ts'
import { harFile, quiet, recordSandbox } from '../../support/recorded-sandbox.ts'
import { varied } from '../../support/varied-calls.ts'

/** The first comparison loads a sandbox. */
const slow = { timeout: 60_000 }

async function compare(entries: readonly object[], settings = {}) {
  const config = parseConfig({ businesses: { default: settings } })
  return compareRecordings([harFile(entries)], config, quiet)
}

function differing({ rows, uncovered }: Awaited<ReturnType<typeof compare>>) {
  const ofRows = rows
    .filter(({ verdict }) => verdict === 'differs')
    .flatMap(({ decision, differences }) =>
      differences.map(({ what, real, sandbox }) => `${decision} ${what}: ${real} / ${sandbox}`),
    )
  return [...ofRows, ...uncovered.map(({ what, real, sandbox }) => `none ${what}: ${real} / ${sandbox}`)]
}

test.each([false, true])(
  'a recording of the sandbox is the same in every row (with its own headers: %s)',
  slow,
  async (keepsOwnHeaders) => {
    const entries = await recordSandbox({}, varied, { keepsOwnHeaders })
    const compared = await compare(entries)
    expect(differing(compared)).toEqual([])
    const seen = compared.rows.filter(({ verdict }) => verdict === 'same').map(({ decision }) => decision)
    expect(seen.join()).toBe(
      'D1,D2,D3,D4,D6,D7,D8,D9,D10,D12,D14,D15,D16,D18,D19,D20,D21,D22,D23,D24,D25,D27,D28,D29,D30,D32,D33,D34,D35,D36,D38,D40,results',
    )
  },
)

test('the settings of a sandbox come back from its recording', async () => {
  const settings = {
    createdStatus: 201,
    amounts: 'string',
    amountPlaces: 'full',
    customerNumbers: 'swapped',
    validationShape: 'list',
    bearFee: 'business',
    signatureHeader: 'x-shop-signature',
    retry: ['20s', '1m', '2m', '10m', '1h'],
    networkMismatch: 'ignore',
    accountLifetime: '10m',
    smsOtp: ['MTN'],
    rates: 'per-source',
    'fees.mobile-money': 2.25,
    'results.provider_busy': { text: 'Try again' },
  }
  const { 'fees.mobile-money': percent, 'results.provider_busy': provider_busy, ...plain } = settings
  const nested = { ...plain, fees: { 'mobile-money': percent }, results: { provider_busy }, webhookSecret: 'a-secret' }
  const compared = await compare(await recordSandbox(settingsSchema.partial().parse(nested), varied))
  expect(differing({ ...compared, ...compared.settled })).toEqual([])
  expect(compared.contradictions).toEqual([])
  const found = Object.fromEntries(compared.settlings.map(({ path, value }) => [path.slice(2).join('.'), value]))
  expect(found).toEqual({ ...settings, webhookSecret: placeholder })
})
