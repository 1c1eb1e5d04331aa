import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDriver } from '../../src/store/sqlite/file/load-driver.ts'
import type { Bar } from './bar.ts'

const fixedRun = join(import.meta.dirname, 'fixed-run.mjs')
/** One failed write is made good: its commands run again. So there are also disks that take no write from one on (`+`). */
const kinds = {
  death: ['pwrite64', 'signal=SIGKILL', ''],
  ENOSPC: ['pwrite64', 'error=ENOSPC', ''],
  EIO: ['pwrite64', 'error=EIO', ''],
  'ENOSPC from there on': ['pwrite64', 'error=ENOSPC', '+'],
  'EIO from there on': ['pwrite64', 'error=EIO', '+'],
  'EIO of a sync': ['fsync', 'error=EIO', ''],
  'EIO of syncs from there on': ['fsync', 'error=EIO', '+'],
  'EIO of a truncation': ['ftruncate', 'error=EIO', ''],
  'a renaming that fails': ['rename', 'error=EIO', ''],
  'a file that does not open': ['openat', 'error=EMFILE', ''],
  'no file that opens from there on': ['openat', 'error=EMFILE', '+'],
} as const
type Kind = keyof typeof kinds
/** So many places of a kind, over the whole run. */
const mostPlaces = 200

/** A fixed run that dies, or whose disk fails, at one place after the other; what was acknowledged is there afterwards. */
export const writesBar: Bar = {
  promise:
    'Nothing acknowledged is lost, and create calls work again, whichever write, sync, truncation, renaming or opening of a run fails, and whichever write is the last',
  mutations: ['a record that is expected but was never stored'],
  async run(size, mutation) {
    if (!(await canTrace())) return { 'not run': 'strace is not here, or may not trace' }
    const [usual, durable] = [await callsOfRun(), await callsOfRun('durable')]
    const counts = (call: string) => (call === 'fsync' ? durable(call) : usual(call))
    const writes = counts('pwrite64')
    const [step, few] =
      size === 'full' ? [Number(process.env.PROOF_WRITES_STEP ?? 1), mostPlaces] : [Math.ceil(writes / 12), 3]
    const all = (Object.keys(kinds) as Kind[]).flatMap((kind) => {
      const [call] = kinds[kind]
      const apart = kind === 'death' ? step : Math.max(Math.min(step, 20), Math.ceil(counts(call) / few))
      return range(1, counts(call), apart).map((at) => [kind, at] as const)
    })
    const none = Object.keys(kinds).map((kind) => [kind, 0])
    const reached: Record<string, number> = { ...Object.fromEntries(none), 'calls refused': 0, 'not started': 0 }
    const queue = [...all]
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        await playOne(next, reached, mutation !== null)
    }
    await Promise.all([work(), work(), work(), work()])
    return { 'writes of the run': writes, step, ...reached }
  },
}

async function playOne([kind, at]: readonly [Kind, number], reached: Record<string, number>, mutated: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-proof-'))
  try {
    const [call, fault, andLater] = kinds[kind]
    const inject = ['-e', `inject=${call}:${fault}:when=${at}${andLater}`]
    const run = await node(
      ['strace', '-f', '-o', '/dev/null', ...onlyIn(folder), '-e', `trace=${call}`, ...inject],
      folder,
      // Only a durable run has syncs beyond its start.
      ...(call === 'fsync' ? ['durable'] : []),
    )
    const stored = linesOf(run, 'stored test_kept')
    const after = linesOf(await node([], folder, 'look'), 'stored')
    const wanted = mutated ? [...stored, 'stored test_kept never 0'] : stored
    const lost = wanted.filter((line) => !after.includes(line))
    if (lost.length > 0) throw new Error(`${kind} at place ${at} lost ${lost.join(', ')}`)
    if (!after.some((line) => line.includes(' afterwards '))) throw new Error(`${kind} at place ${at}: no call works`)
    requireWhole(folder)
    reached['calls refused'] = (reached['calls refused'] ?? 0) + linesOf(run, 'refused').length
    const what = run === '' ? 'not started' : kind
    reached[what] = (reached[what] ?? 0) + 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function node(before: readonly string[], folder: string, ...task: readonly string[]): Promise<string> {
  const [file = '', ...args] = [...before, process.execPath, fixedRun, folder, ...task]
  return new Promise((resolve) => void execFile(file, args, { timeout: 60_000 }, (_error, stdout) => resolve(stdout)))
}

/** Throws if the database of a folder is not whole. */
export function requireWhole(data: string): void {
  const Sqlite = loadDriver()
  const db = new Sqlite(join(data, 'sandbox.db'))
  const check = db.pragma('integrity_check', { simple: true })
  db.close()
  if (check !== 'ok') throw new Error(`integrity_check: ${check}`)
}

export function canTrace(): Promise<boolean> {
  return new Promise((resolve) => void execFile('strace', ['-o', '/dev/null', 'true'], (error) => resolve(!error)))
}

/** How often the run makes a call of the system about its data folder. */
async function callsOfRun(...task: readonly string[]): Promise<(call: string) => number> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-proof-'))
  const log = join(folder, 'trace')
  const data = join(folder, 'data')
  await node(['strace', '-f', '-o', log, ...onlyIn(data)], data, ...task)
  const text = readFileSync(log, 'utf8')
  rmSync(folder, { recursive: true, force: true })
  return (call) => text.split(` ${call}(`).length - 1
}

function onlyIn(folder: string): readonly string[] {
  const names = ['sandbox.db', 'sandbox.db-wal', 'sandbox.db-journal', 'backups/a.db', 'backups/a.db.part']
  return names.flatMap((name) => ['-P', join(folder, name)])
}

function linesOf(text: string, start: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith(start))
}

function range(first: number, last: number, step: number): readonly number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_none, index) => first + index * step)
}
