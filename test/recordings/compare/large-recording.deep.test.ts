import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '../../../src/config.ts'
import { compareRecordings } from '../../../src/recordings/compare/compare.ts'
import { readRecording } from '../../../src/recordings/read/read-recording.ts'
import { folderWith } from '../../support/cli.ts'
import { harFile, quiet } from '../../support/recorded-sandbox.ts'
import { recordForeign, usual } from '../../support/services/foreign-service.ts'

const megabyte = 1024 * 1024
const megabytes = Number(process.env.MEGABYTES ?? 160)

/** A HAR file of entries of a megabyte each. */
function largeFile(): string {
  const file = join(folderWith(), 'large.har')
  const request = { method: 'GET', url: 'https://service.example/a.png', headers: [] }
  const response = { status: 200, headers: [], content: { text: 'a'.repeat(megabyte) } }
  const entry = JSON.stringify({ startedDateTime: '2026-01-31T12:00:00.000Z', request, response })
  const output = openSync(file, 'w')
  writeSync(output, '{"log":{"entries":[')
  for (let count = 0; count < megabytes; count++) writeSync(output, `${count === 0 ? '' : ','}${entry}`)
  writeSync(output, ']}}')
  closeSync(output)
  return file
}

test(`a recording of ${megabytes} MB is read with less memory than its size`, async () => {
  const file = largeFile()
  const before = process.memoryUsage.rss()
  let most = 0
  let count = 0
  for await (const { index } of readRecording(file)) {
    most = Math.max(most, process.memoryUsage.rss() - before)
    count = index + 1
  }
  expect(count).toBe(megabytes)
  // It took 45 to 65 MB. How much V8 leaves to be freed later is its own affair.
  expect(most / megabyte).toBeLessThan(megabytes)
})

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
  const { rows, uncovered } = await compareRecordings([harFile(entries)], parseConfig({}), quiet)
  expect(entries.length).toBeGreaterThan(7000)
  expect(rows.filter(({ verdict }) => verdict === 'differs')).toEqual([])
  expect(uncovered).toEqual([])
})
