// What `advance` over 100,000 jobs costs others: how long the calls of another business take meanwhile.
//
// The built sandbox on a file in a process of its own, with so many collections that settle, created by as many calls.
// There is no callback URL: webhooks only give others more room. Another business queries and creates all the time.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { collection, openFolder, percentile, startSandbox } from './sandbox.mjs'

const { values } = parseArgs({ options: { jobs: { type: 'string', default: '100000' } } })
const jobs = Number(values.jobs)
const mostMs = 50
const mostMegabytes = 300
const agent = new Agent({ keepAlive: true })

const { folder, remove } = openFolder()
let sandbox
try {
  sandbox = await startSandbox(folder, ['--clock', 'frozen'])
  await create()
  process.exitCode = report(await measure())
} finally {
  agent.destroy()
  await sandbox?.close()
  remove()
}

/** The collections, 20 at a time. */
async function create() {
  let count = 0
  const next = async () => {
    while (count < jobs) await send('test_sandbox', '/collections/mobilemoney', collection(`advance-${++count}`))
  }
  await Promise.all(Array.from({ length: 20 }, next))
}

async function measure() {
  await callsDuring(sleep(1000))
  const before = megabytes('VmHWM')
  const begun = performance.now()
  const moving = send('test_sandbox', '/_sandbox/clock/advance', { by: '10s' })
  const tookMs = await callsDuring(moving)
  const seconds = (performance.now() - begun) / 1000
  // Parsed only now: a large answer would hold up the calls of this process.
  const text = await moving
  const { events, eventsTotal = events.length } = JSON.parse(text)
  const { transactions } = JSON.parse(await send('test_sandbox', '/_sandbox/status'))
  if (transactions.COMPLETED !== jobs) throw new Error(`${transactions.COMPLETED} of ${jobs} collections settled`)
  return { tookMs, seconds, before, events: events.length, eventsTotal, bytes: text.length }
}

/** How long each call of another business took while `work` went on, in milliseconds, sorted. */
async function callsDuring(work) {
  const tookMs = []
  let isOver = false
  work.finally(() => {
    isOver = true
  })
  for (let count = 0; !isOver; count++) {
    const begun = performance.now()
    if (count % 2 === 0) await send('test_other', '/balance')
    else await send('test_other', '/collections/mobilemoney', collection(`other-${performance.now()}`))
    tookMs.push(performance.now() - begun)
    await sleep(2)
  }
  return tookMs.sort((a, b) => a - b)
}

/** The text of an answer; a POST when it is given a body. */
async function send(authorization, path, body) {
  const headers = { authorization, 'content-type': 'application/json' }
  const outgoing = request(`${sandbox.url}${path}`, { method: body ? 'POST' : 'GET', headers, agent })
  outgoing.end(body && JSON.stringify(body))
  const [incoming] = await once(outgoing, 'response')
  const chunks = await incoming.toArray()
  const text = Buffer.concat(chunks).toString('utf8')
  if (incoming.statusCode !== 200) throw new Error(`${path}: ${incoming.statusCode} ${text}`)
  return text
}

/** What Linux says of the sandbox's memory. */
function megabytes(name) {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(
    readFileSync(`/proc/${sandbox.pid}/status`, 'utf8'),
  )
  return Number(kilobytes) / 1024
}

/** Prints what was measured; the exit code. */
function report({ tookMs, seconds, before, events, eventsTotal, bytes }) {
  const [p50, p99, max] = [percentile(tookMs, 0.5), percentile(tookMs, 0.99), tookMs.at(-1)].map((ms) => ms.toFixed(1))
  const peak = megabytes('VmHWM')
  console.log(
    `advance over ${jobs} jobs: ${seconds.toFixed(1)} s, ${Math.round(eventsTotal / seconds)} events/s; Node ${process.version}`,
  )
  console.log(`answered ${events} of ${eventsTotal} events in ${(bytes / 1e6).toFixed(1)} MB`)
  console.log(
    `${tookMs.length} calls of another business: p50 ${p50} ms, p99 ${p99} ms, max ${max} ms; at most ${mostMs} ms`,
  )
  console.log(
    `peak of the sandbox's memory: ${Math.round(peak)} MB (${Math.round(before)} MB before); at most ${mostMegabytes} MB`,
  )
  return Number(max) <= mostMs && peak <= mostMegabytes ? 0 : 1
}
