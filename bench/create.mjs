// How fast a collection is created, as a ratio to a bare node:http server: machines differ, the ratio hardly does.
//
// Bare server and sandbox (in memory, on a file) run each in its own process and are driven in turn by the same
// autocannon with the same settings, several rounds, median. On two cores autocannon takes its share of both alike.
// The sandbox's clock is the real one; a round ends before its first collections settle (3 s), and then the sandbox is
// reset, so that what it still has to settle does not disturb the next round. There is no callback URL: no webhooks.
// A second bare server that computes for 60 µs a request tells how the machine judges work: where waking a sleeping
// process is dear (virtual machines), even that little takes the ratio far down.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '2' }, rounds: { type: 'string', default: '5' } },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const warmUpSeconds = 1
const connectionCounts = [1, 50]
const leastRatio = 0.35

const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-bench-'))
const script = (name) => fileURLToPath(new URL(name, import.meta.url))
const sandboxOn = (data) => [
  script('../bin/payments-sandbox.js'),
  'start',
  '--port',
  '0',
  '--json',
  '--quiet',
  '--data',
  data,
]

let created = 0
const children = []
process.on('exit', () => children.map((child) => child.kill('SIGKILL')))
try {
  const servers = [
    { name: 'bare node:http', url: await start([script('bare-server.mjs')]), isSandbox: false },
    { name: 'bare + 60 µs', url: await start([script('bare-server.mjs'), '60']), isSandbox: false },
    { name: 'sandbox, memory', url: await start(sandboxOn(':memory:')), isSandbox: true },
    { name: 'sandbox, file', url: await start(sandboxOn(join(folder, 'data'))), isSandbox: true },
  ]
  process.exitCode = report(await measure(servers))
} finally {
  for (const child of children) if (child.kill('SIGKILL')) await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

/** Starts a server and gives the URL of its ready line. It runs in the temporary folder: nothing lies about there. */
async function start(args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PAYMENTS_SANDBOX_')))
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${args.join(' ')} ended with ${code}`)))
  ended.catch(() => {})
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  return JSON.parse(line).url
}

/** Requests per second of every server and number of connections: one list of rounds each. */
async function measure(servers) {
  for (const server of servers) await drive(server, 50, warmUpSeconds)
  const results = servers.map(({ name }) => ({ name, perSecond: connectionCounts.map(() => []) }))
  for (let round = 0; round < rounds; round++) {
    for (const [column, connections] of connectionCounts.entries()) {
      for (const [row, server] of servers.entries()) {
        results[row].perSecond[column].push(await drive(server, connections, seconds))
      }
    }
  }
  return results
}

/** One round against one server; every reply must be a 200. */
async function drive({ name, url, isSandbox }, connections, duration) {
  const request = {
    method: 'POST',
    path: '/collections/mobilemoney',
    setupRequest: (given) => ({ ...given, body: body() }),
  }
  const headers = { authorization: 'test_bench', 'content-type': 'application/json' }
  const result = await autocannon({ url, connections, duration, headers, requests: [request] })
  const failures = result.non2xx + result.errors + result.timeouts + result.mismatches
  if (failures > 0)
    throw new Error(`${name}: ${failures} requests did not get a 200, such as ${await sample(url, headers)}`)
  if (isSandbox) await post(`${url}/_sandbox/reset`, headers, '')
  return result['2xx'] / result.duration
}

function body() {
  created++
  return `{"amount":10.5,"currency":"GHS","network":"MTN","accountName":"Ama Mensah","accountNumber":"0241234567","reason":"benchmark","reference":"bench-${created}"}`
}

async function sample(url, headers) {
  const response = await fetch(`${url}/collections/mobilemoney`, { method: 'POST', headers, body: body() })
  return `${response.status} ${await response.text()}`
}

async function post(url, headers, text) {
  const response = await fetch(url, { method: 'POST', headers, body: text })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
}

/** Prints the table; the exit code. A ratio is taken within each round, where both saw the same machine. */
function report(results) {
  const [bare] = results
  const ratiosOf = ({ perSecond }, column) =>
    perSecond[column].map((value, round) => value / bare.perSecond[column][round])
  const cell = (row, column) => {
    const [perSecond, ratio] = [median(row.perSecond[column]), median(ratiosOf(row, column))]
    return `${Math.round(perSecond)}/s`.padStart(9) + ratio.toFixed(2).padStart(6)
  }
  console.log(
    `create a collection: requests/s and ratio to the bare server, median of ${rounds} rounds of ${seconds} s`,
  )
  console.log(`Node ${process.version}, ${availableParallelism()} cores`)
  console.log(''.padEnd(16) + connectionCounts.map((count) => `${count} conn.`.padStart(15)).join(''))
  for (const row of results)
    console.log(row.name.padEnd(16) + connectionCounts.map((_, column) => cell(row, column)).join(''))
  const ratios = ratiosOf(results.at(-1), connectionCounts.length - 1)
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2))
  console.log(`file/50 was ${least} to ${most}; it must be at least ${leastRatio}`)
  const ratio = median(ratios).toFixed(2)
  console.log(`ratio file/50: ${ratio}`)
  return Number(ratio) >= leastRatio ? 0 : 1
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
