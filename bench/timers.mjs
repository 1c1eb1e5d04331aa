// How late jobs run: 10,000 of them, spread over 5 s, in a sandbox that has nothing else to do.
//
// Their clocks run at rate 1000, so that a millisecond of the sandbox is a microsecond of this machine: what the sandbox
// itself notes down, when a job is due and when its transaction changed, then tells lateness to the microsecond, and no
// other timer and no socket is in the way. There is no callback URL: what a webhook takes is not the scheduler's.
// That the sandbox's own clock does not run ahead, which would make a job early that looks in time, is held against the
// clock of this process.
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { collection, openFolder, percentile, startSandbox } from './sandbox.mjs'

const seconds = 5
const rate = 1000
/** The list of pending work shows a thousand jobs of a business. */
const businesses = Array.from({ length: 10 }, (_, index) => `test_timers_${index}`)
const jobsEach = 1000
const jobs = businesses.length * jobsEach
/** What lies between one job and the next, in sandbox milliseconds. */
const apart = (seconds * 1000 * rate) / jobs
const mostP99Ms = 2

// The first is due 200 s after the last was created: a fifth of a second here, to let all the clocks run.
const { folder, remove } = openFolder(`
version: 1
scenarios:
  later: { outcome: approved, after: ${200 + seconds * rate}s, match: { reference: 'timer-*' } }
`)
const onFile = process.argv.includes('--file')
const sandbox = await startSandbox(folder, ['--clock', 'frozen', ...(onFile ? [] : ['--data', ':memory:'])])
try {
  process.exitCode = report(await measure())
} finally {
  await sandbox.close()
  remove()
}

/** How late each job was in milliseconds of this machine, sorted. */
async function measure() {
  const dueAt = new Map((await Promise.all(businesses.map(fill))).flat())
  const begun = performance.now()
  for (const key of businesses) await sandbox.call('/_sandbox/clock/resume', { rate }, key)
  await sleep(seconds * 1000 + 1000)
  const late = []
  for (const key of businesses) {
    const { now } = await sandbox.call('/_sandbox/clock/freeze', {}, key)
    const ranMs = performance.now() - begun
    if ((Date.parse(now) - dueAt.get(key)) / rate > ranMs)
      throw new Error("the sandbox's clock ran ahead of this process's")
    const { data } = await sandbox.call(`/_sandbox/transactions?status=COMPLETED&limit=${jobsEach}`, undefined, key)
    late.push(...data.map(({ id, updated_at: at }) => (Date.parse(at) - dueAt.get(id)) / rate))
  }
  if (late.length !== jobs) throw new Error(`${late.length} of ${jobs} jobs ran`)
  return late.sort((a, b) => a - b)
}

/** Gives a business its jobs; when each is due, and under the business's key the time at which its clock stands. */
async function fill(key, place) {
  await advance(key, place * apart)
  for (let index = 0; index < jobsEach; index++) {
    if (index > 0) await advance(key, businesses.length * apart)
    await sandbox.call('/collections/mobilemoney', collection(`timer-${index}`), key)
  }
  // Business by business the clocks stand a little apart; they are all to stand where the last of them does.
  const now = await advance(key, (businesses.length - 1 - place) * apart)
  const pending = await sandbox.call(`/_sandbox/jobs?limit=${jobsEach}`, undefined, key)
  return [[key, now], ...pending.map((job) => [job.transactionId, Date.parse(job.dueAt)])]
}

async function advance(key, ms) {
  return Date.parse((await sandbox.call('/_sandbox/clock/advance', { by: `${ms}ms` }, key)).now)
}

/** Prints what was measured; the exit code. */
function report(late) {
  const early = late.filter((ms) => ms < 0).length
  const [p50, p99, max] = [percentile(late, 0.5), percentile(late, 0.99), late.at(-1)].map((ms) => ms.toFixed(3))
  console.log(`${late.length} jobs over ${seconds} s ${onFile ? 'on a file' : 'in memory'}, from due to done`)
  console.log(`Node ${process.version}, ${availableParallelism()} cores`)
  console.log(`lateness p50 ${p50} ms, p99 ${p99} ms, max ${max} ms; p99 must be at most ${mostP99Ms} ms`)
  console.log(`early: ${early}`)
  return early === 0 && Number(p99) <= mostP99Ms ? 0 : 1
}
