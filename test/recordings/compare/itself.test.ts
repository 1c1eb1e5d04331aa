import { expect, test } from 'vitest'
import { compareFiles, differencesIn } from '../../support/compared.ts'
import { harFile, recordSandbox } from '../../support/recorded-sandbox.ts'
import { varied } from '../../support/varied-calls.ts'

test('a recording of the sandbox is the same in every row that it reaches', { timeout: 60_000 }, async () => {
  const comparison = await compareFiles([harFile(await recordSandbox({}, varied))])
  expect(differencesIn(comparison)).toEqual([])
  expect(comparison.settings).toEqual([])
  expect(comparison.unsettled).toEqual([])
  expect(comparison.byHand).toEqual([])
  const seen = comparison.rows.filter(({ verdict }) => verdict === 'same').map(({ decision }) => decision)
  expect(seen.join()).toBe(
    'D1,D2,D3,D4,D6,D7,D8,D9,D10,D12,D14,D15,D16,D17,D18,D19,D20,D21,D22,D23,D24,D25,D26,D27,D28,D29,D30,D32,D33,D34,D35,D36,D38,D40,D43,results',
  )
})
