/**
 * `npm run sizing`: the figures of the table in docs/shared.md. Creates go over 50 connections to a database file, with the
 * clock of this machine and the default scenario, so that transactions settle meanwhile.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { call, creates, key } from './lib/calls.mjs'
import { openFilled } from './lib/filled-sandbox.mjs'
import { load } from './lib/load.mjs'
import { openProcesses } from './lib/processes.mjs'

const seconds = 20
const open = openProcesses()

console.log('| keys | creates per second | memory of the process | disk for 100,000 transactions |')
console.log('| --- | --- | --- | --- |')
for (const count of [1, 100, 10_000]) {
  const cwd = open.folder()
  const sandbox = await open.sandbox({ cwd })
  const keys = Array.from({ length: count }, (_, index) => `test_${index}`)
  const { perSecond, requests } = await load(sandbox, { ...creates(), keys, seconds })
  const memory = execFileSync('ps', ['-o', 'rss=', '-p', String(sandbox.pid)], { encoding: 'utf8' }) * 1024
  await sandbox.stop()
  const disk = (folderBytes(join(cwd, '.payments-sandbox')) / requests) * 100_000
  console.log(`| ${count.toLocaleString('en')} | ${Math.round(perSecond)} | ${mb(memory)} | ${mb(disk)} |`)
}

const filled = await openFilled(open, 100_000)
const other = await open.sandbox({ args: ['--clock', 'frozen'] })
const headers = { authorization: key }
let world
const exported = await secondsOf(async () => {
  const response = await fetch(`${filled.url}/_sandbox/export`, { headers })
  world = Buffer.from(await response.arrayBuffer())
})
const imported = await secondsOf(async () => {
  const response = await fetch(`${other.url}/_sandbox/import`, { method: 'POST', headers, body: world })
  if (!response.ok) throw new Error(await response.text())
})
const backedUp = await secondsOf(() => call(filled, '/_sandbox/backup', { file: filled.backup }))
console.log(
  `\nA key with 100,000 transactions: export ${exported} s (${mb(world.length)}), import ${imported} s, backup ${backedUp} s`,
)
await open.close()

async function secondsOf(work) {
  const begin = performance.now()
  await work()
  return ((performance.now() - begin) / 1000).toFixed(1)
}

function folderBytes(folder) {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

function mb(bytes) {
  return `${Math.round(bytes / 1e6)} MB`
}
