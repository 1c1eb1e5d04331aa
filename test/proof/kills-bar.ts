import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sleep } from '../../src/time.ts'
import { launch, type StartedSandbox, start } from '../support/cli.ts'
import { startTime } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { type Bar, keptSeeds, randomFrom, seedOfToday } from './bar.ts'
import { createKept, keptKey } from './kills-kept.ts'
import { bulkKey, bulkOperations, createReplaced } from './kills-replaced.ts'

const longestLifeMs = 1000
const callers = 8
/** One in so many dies before it is ready. */
const earlyDeath = 10
const lost = 'the log of the database deleted at each death'

/** kill -9 of the built sandbox under load, and what is there after the next start. */
export const killsBar: Bar = {
  promise:
    'After kill -9 under load nothing acknowledged is lost, every webhook comes, and each bulk operation was done or not done',
  mutations: [lost],
  async run(size, mutation) {
    const deaths = size === 'full' ? Number(process.env.PROOF_KILLS ?? 200) : 4
    const deathsOfFolder = size === 'full' ? 10 : 2
    const seed = size === 'full' ? seedOfToday : keptSeeds[0]
    const random = randomFrom(seed)
    const reached: Record<string, number> = {}
    const reach = (what: string, times = 1) => {
      reached[what] = (reached[what] ?? 0) + times
    }
    for (const operation of ['create', 'advance', 'settings', ...bulkOperations]) reach(`died during: ${operation}`, 0)
    const merchant = await startMerchant()
    let left = deaths
    const lane = async (isReal: boolean) => {
      while (left > 0) {
        const here = Math.min(left, deathsOfFolder)
        left -= here
        await inFolder(merchant.url, async (folder) => {
          await dieOften({
            folder,
            isReal,
            deaths: here,
            random,
            reach,
            webhooks: merchant.webhooks,
            isLogLost: mutation === lost,
          })
        })
      }
    }
    const ends = await Promise.allSettled([lane(false), lane(true)])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    const missed = Object.keys(reached).filter((what) => reached[what] === 0)
    if (deaths >= 200 && missed.length > 0) throw new Error(`never reached: ${missed.join(', ')}`)
    return { deaths, seed, callers, ...reached }
  },
}

async function inFolder(callbackUrl: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-proof-'))
  try {
    const businesses = `{ ${keptKey}: { callbackUrl: "${callbackUrl}" }, ${bulkKey}: {} }`
    writeFileSync(join(folder, 'config.yaml'), `businesses: ${businesses}\n`)
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Dying {
  readonly folder: string
  readonly deaths: number
  /** The clock runs, and commits wait for the disk; else it stands until an advance. */
  readonly isReal: boolean
  readonly random: () => number
  readonly reach: (what: string, times?: number) => void
  readonly webhooks: Parameters<typeof createKept>[0]['webhooks']
  readonly isLogLost: boolean
}

async function dieOften({ folder, isReal, deaths, random, reach, webhooks, isLogLost }: Dying): Promise<void> {
  const kept = createKept({ name: basename(folder), isReal, webhooks, reach })
  const replaced = createReplaced({ folder, random, reach })
  const options = ['--data', 'data', '--config', 'config.yaml', ...(isReal ? ['--durable'] : ['--clock', startTime])]
  const life = async (work: (sandbox: StartedSandbox) => Promise<void>) => {
    const sandbox = await start(options, { cwd: folder })
    try {
      await kept.check(sandbox.url)
      await replaced.check(sandbox.url)
      await work(sandbox)
    } finally {
      await sandbox.crash()
    }
  }
  for (let death = 0; death < deaths; death += 1) {
    if (Math.floor(random() * earlyDeath) === 0) {
      const early = launch(['start', '--port', '0', ...options], { cwd: folder })
      await sleep((random() * longestLifeMs) / 2)
      await early.crash()
      reach('died while it started')
    }
    let loads: readonly Promise<void>[] = []
    await life(async ({ url }) => {
      loads = [replaced.load(url), ...Array.from({ length: callers }, (_none, caller) => kept.load(url, caller === 0))]
      await Promise.race([sleep(random() * longestLifeMs), ...loads])
    })
    await Promise.all(loads)
    if (isLogLost) rmSync(join(folder, 'data', 'sandbox.db-wal'), { force: true })
  }
  await life(({ url }) => kept.checkWebhooks(url))
}
