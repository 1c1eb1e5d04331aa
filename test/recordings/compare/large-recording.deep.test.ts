import { expect, test } from 'vitest'
import { compareFiles, differencesIn } from '../../support/compared.ts'
import { harFile } from '../../support/recorded-sandbox.ts'
import { recordForeign, usual } from '../../support/services/foreign-service.ts'

/** A recording again and again, a day apart each, with other ids and references. */
function repeated(entries: readonly object[], times: number): object[] {
  return Array.from({ length: times }, (_, count) => {
    const text = JSON.stringify(entries)
      .replaceAll(/(?<=00000000-0000-4000-8)000(?=-)/g, String(count).padStart(3, '0'))
      // Signatures no longer fit: record takes keys out.
      .replaceAll('test_foreign', 'test_REDACTED_1')
      .replaceAll(/p000(?=\d{16})/g, `p${String(count).padStart(3, '0')}`)
      .replaceAll(/(reference(?:_business)?\\*": ?\\*")/g, `$1${count}-`)
    return (JSON.parse(text) as { startedDateTime: string }[]).map((entry) => ({
      ...entry,
      startedDateTime: new Date(Date.parse(entry.startedDateTime) + count * 86_400_000).toISOString(),
    }))
  }).flat()
}

test('a recording of thousands of calls of the service is compared', {
  timeout: 300_000,
}, async () => {
  const entries = repeated(recordForeign(usual), 400)
  const comparison = await compareFiles([harFile(entries)])
  expect(entries.length).toBeGreaterThan(7000)
  expect(differencesIn(comparison)).toEqual([])
})
