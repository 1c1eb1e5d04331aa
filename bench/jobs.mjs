// What a job costs with 1,000 and with 1,000,000 others pending in the database, by `advance` and by the timer.
//
// One sandbox each, on a file, in turn; of several rounds the least counts. The pending work is copied into the database
// row by row from one collection that the sandbox made itself, each job with a transaction of its own, due in a year. A
// search through all that is pending would make a job a thousand times as dear; deeper trees may make it a little dearer.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { collection, openFolder, startSandbox } from './sandbox.mjs'

const { values } = parseArgs({ options: { pending: { type: 'string', default: '1000000' } } })
const few = 1000
const many = Number(values.pending)
const jobs = 2000
const rounds = 5
const mostRatio = 2
const yearMs = 365 * 86_400_000

const opened = []
try {
  const sandboxes = [await openWith(few), await openWith(many)]
  process.exitCode = report([await measure(sandboxes, byAdvance), await measure(sandboxes, byTimer)])
} finally {
  for (const { close, remove } of opened) {
    await close?.()
    remove()
  }
}

/** A sandbox with so many jobs pending. */
async function openWith(pending) {
  const { folder, remove } = openFolder()
  const place = { remove }
  opened.push(place)
  const first = await startSandbox(folder, ['--clock', 'frozen'])
  await first.call('/collections/mobilemoney', collection('pending-0'))
  await first.close()
  copyWork(join(folder, '.payments-sandbox'), pending)
  const sandbox = await startSandbox(folder)
  place.close = sandbox.close
  return sandbox
}

function copyWork(folder, pending) {
  const file = join(folder, readdirSync(folder).find((name) => /\.(db|sqlite3?)$/.test(name)) ?? 'no database')
  const db = new Database(file, { fileMustExist: true })
  db.pragma('cache_size = -500000')
  db.pragma('synchronous = OFF')
  const columns = (table) => db.pragma(`table_info(${table})`).map(({ name }) => name)
  const copy = (table, changed) => {
    const names = columns(table)
    db.prepare(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO ${table} (${names}) SELECT ${names.map((name) => changed[name] ?? name)} FROM n, ${table} WHERE id = 1
    `).run(pending - 1)
  }
  db.transaction(() => {
    db.prepare('UPDATE jobs SET due_at = due_at + ?').run(yearMs)
    copy('transactions', { id: '1 + i', public_id: "hex(i) || '-' || public_id", reference: "'pending-' || i" })
    copy('jobs', {
      id: '1 + i',
      transaction_id: '1 + i',
      due_at: 'due_at + i',
      work: "json_set(work, '$.transactionId', hex(i) || '-' || (SELECT public_id FROM transactions WHERE id = 1))",
    })
    // The sandbox counts the ids of jobs itself, on from here.
    const noted = 'CAST(max(CAST(value AS INTEGER), CAST(? AS INTEGER)) AS TEXT)'
    db.prepare(`UPDATE meta SET value = ${noted} WHERE name = 'last_job'`).run(pending)
  })()
  db.close()
}

/** Microseconds a job, the least of all rounds, in each sandbox. */
async function measure(sandboxes, way) {
  const least = sandboxes.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++) {
    for (const [index, sandbox] of sandboxes.entries()) {
      await create(sandbox, `${way.name}-${round}`)
      const begun = performance.now()
      await way(sandbox)
      least[index] = Math.min(least[index], ((performance.now() - begun) * 1000) / jobs)
    }
  }
  return { name: way.name, least }
}

async function create({ call }, name) {
  for (let from = 0; from < jobs; from += 50) {
    const numbers = Array.from({ length: 50 }, (_, index) => from + index)
    await Promise.all(numbers.map((n) => call('/collections/mobilemoney', collection(`${name}-${n}`))))
  }
}

async function byAdvance({ call }) {
  const { events } = await call('/_sandbox/clock/advance', { by: '4s' })
  const settled = events.filter(({ event }) => event === 'settled').length
  if (settled !== jobs) throw new Error(`${settled} of ${jobs} jobs ran`)
}

/** Sixteen minutes of the sandbox in a second of this machine: all is due at once. */
async function byTimer({ call }) {
  await call('/_sandbox/clock/resume', { rate: 1000 })
  for (;;) {
    const [next] = await call('/_sandbox/jobs?limit=1')
    const { now } = await call('/_sandbox/clock')
    if (Date.parse(next.dueAt) - Date.parse(now) > yearMs / 2) break
  }
  await call('/_sandbox/clock/freeze', {})
}

/** Prints the table; the exit code. */
function report(rows) {
  console.log(`a job in µs, least of ${rounds} rounds of ${jobs} jobs; Node ${process.version}`)
  console.log(`${''.padEnd(10)}${`${few} pending`.padStart(16)}${`${many} pending`.padStart(18)}${'ratio'.padStart(8)}`)
  const ratios = rows.map(({ name, least: [a, b] }) => {
    const ratio = (b / a).toFixed(2)
    const cells = [Math.round(a).toString().padStart(16), Math.round(b).toString().padStart(18), ratio.padStart(8)]
    console.log(name.padEnd(10) + cells.join(''))
    return Number(ratio)
  })
  console.log(`the ratio must be at most ${mostRatio}`)
  return Math.max(...ratios) <= mostRatio ? 0 : 1
}
