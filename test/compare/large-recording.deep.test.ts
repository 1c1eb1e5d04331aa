import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRecording } from '../../src/compare/reading/read-recording.ts'
import { folderWith } from '../support/cli.ts'

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

test(`a recording of ${megabytes} MB is read with less than 100 MB of memory`, async () => {
  const file = largeFile()
  const before = process.memoryUsage.rss()
  let most = 0
  let count = 0
  for await (const { index } of readRecording(file)) {
    most = Math.max(most, process.memoryUsage.rss() - before)
    count = index + 1
  }
  expect(count).toBe(megabytes)
  expect(most / megabyte).toBeLessThan(100)
})
