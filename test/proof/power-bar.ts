import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openSandbox, startTime } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'
import { type Bar, keptSeeds, randomFrom, seedOfToday } from './bar.ts'
import { type Done, diskAfter, fates, readLog, traced } from './power-log.ts'
import { canTrace, requireWhole } from './writes-bar.ts'

const fixedRun = join(import.meta.dirname, 'fixed-run.mjs')
const run = promisify(execFile)

/** A fixed run whose writes, syncs and truncations are logged, and a disk as it can be after the power went at each of them. */
export const powerBar: Bar = {
  promise:
    'After a loss of power the data folder opens and is whole: with --durable it has all that was acknowledged, without it what came before some moment',
  mutations: ['a record that is expected but was never stored'],
  async run(size, mutation) {
    if (!(await canTrace())) return { 'not run': 'strace is not here, or may not trace' }
    const random = randomFrom(size === 'full' ? seedOfToday : keptSeeds[0])
    const figures: Record<string, number> = { disks: 0, 'disks without all that was acknowledged': 0 }
    for (const durable of [true, false]) {
      const done = await logOfRun(durable)
      figures[durable ? 'writes and syncs, durable' : 'writes and syncs'] = done.length
      const step = size === 'full' ? Number(process.env.PROOF_WRITES_STEP ?? 1) * 4 : Math.ceil(done.length / 6)
      for (let cut = Math.ceil(step / 2); cut <= done.length + step; cut += step) {
        const before = done.slice(0, cut)
        const said = before.flatMap((one) =>
          one.did === 'say' && one.line.startsWith('stored test_kept') ? [one.line] : [],
        )
        const promised = mutation ? [...said, 'stored test_kept never 0'] : said
        for (const fate of fates) {
          const what = `power lost after ${cut} of ${done.length}, unsynced writes ${fate}${durable ? ', durable' : ''}`
          const stored = await within(what, () => storedOn(diskAfter(before, fate, random)))
          const lost = promised.filter((line) => !stored.includes(line))
          figures.disks = (figures.disks ?? 0) + 1
          if (lost.length === 0) continue
          figures['disks without all that was acknowledged'] =
            (figures['disks without all that was acknowledged'] ?? 0) + 1
          const isPrefix = stored.every((line, index) => promised[index] === undefined || promised[index] === line)
          if (durable || !isPrefix || mutation) throw new Error(`${what}: lost ${lost.join(', ')}`)
        }
      }
    }
    return figures
  },
}

async function within<R>(what: string, work: () => Promise<R>): Promise<R> {
  return work().catch((cause) => {
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : cause}`)
  })
}

async function logOfRun(durable: boolean): Promise<readonly Done[]> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-proof-'))
  const [log, data] = [join(folder, 'log'), join(folder, 'data')]
  const task = durable ? 'durable' : 'run'
  await run('strace', ['-o', log, ...traced, process.execPath, fixedRun, data, task], { timeout: 60_000 })
  const done = readLog(readFileSync(log, 'utf8'), data)
  rmSync(folder, { recursive: true, force: true })
  return done
}

/** What a sandbox finds on a disk, oldest first, after it has taken another call. Rejects if anything is half. */
async function storedOn(files: ReadonlyMap<string, Buffer>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-proof-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  for (const [name, bytes] of files) writeFileSync(join(data, name), bytes)
  try {
    const sandbox = await openSandbox({ data, clock: startTime }, { listens: false })
    const ask = async (path: string, body?: object) => {
      const headers = { authorization: 'test_kept', 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const answer = await sandbox.fetch(`${sandbox.url}${path}`, { headers, ...sent })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return JSON.parse(await answer.text())
    }
    const { data: found } = await ask('/_sandbox/transactions?limit=1000')
    const [wallet] = await ask('/_sandbox/wallets')
    const credited = wallet.ledger.map(({ reference }: { reference: string }) => reference)
    const half = found.filter(
      (one: Listed) => (one.status === 'COMPLETED') !== credited.includes(one.reference_business),
    )
    if (half.length > 0) throw new Error(`half a transaction: ${JSON.stringify(half)}`)
    await ask('/collections/mobilemoney', mobileMoney({ reference: 'afterwards' }))
    await sandbox.close()
    requireWhole(data)
    return found.toReversed().map((one: Listed) => `stored test_kept ${one.reference_business} ${one.id}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Listed {
  readonly id: string
  readonly reference_business: string
  readonly status: string
}
