import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bar } from './bar.ts'

const fixedRun = join(import.meta.dirname, 'fixed-run.mjs')
/** One failed write is made good: its commands run again. So there are also disks that take no write from one on (`+`). */
const kinds = {
  death: ['signal=SIGKILL', ''],
  ENOSPC: ['error=ENOSPC', ''],
  EIO: ['error=EIO', ''],
  'ENOSPC from there on': ['error=ENOSPC', '+'],
  'EIO from there on': ['error=EIO', '+'],
} as const
const failures = ['ENOSPC', 'EIO', 'ENOSPC from there on', 'EIO from there on'] as const
type Kind = keyof typeof kinds

/** A fixed run that dies, or whose disk fails, at one write after the other; what was acknowledged is there afterwards. */
export const writesBar: Bar = {
  promise: 'Nothing acknowledged is lost, and create calls work again, whichever write of a run fails or is the last',
  mutations: ['a record that is expected but was never stored'],
  async run(size, mutation) {
    if (!(await canTrace())) return { 'not run': 'strace is not here, or may not trace' }
    const writes = await writesOfRun()
    const step = size === 'full' ? Number(process.env.PROOF_WRITES_STEP ?? 1) : Math.ceil(writes / 3)
    const places = (most: number) => range(1, Math.min(most, writes), step)
    const all = [
      ...places(writes).map((at) => ['death', at] as const),
      ...places(200).flatMap((at) => failures.map((kind) => [kind, at] as const)),
    ]
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
    const [fault, andLater] = kinds[kind]
    const inject = ['-e', `inject=pwrite64:${fault}:when=${at}${andLater}`]
    const run = await node(['strace', '-f', '-o', '/dev/null', '-e', 'trace=pwrite64', ...inject], folder)
    const stored = linesOf(run, 'stored test_kept')
    const after = linesOf(await node([], folder, 'look'), 'stored')
    const wanted = mutated ? [...stored, 'stored test_kept never 0'] : stored
    const lost = wanted.filter((line) => !after.includes(line))
    if (lost.length > 0) throw new Error(`${kind} at write ${at} lost ${lost.join(', ')}`)
    if (!after.some((line) => line.includes(' afterwards '))) throw new Error(`${kind} at write ${at}: no call works`)
    reached[kind] = (reached[kind] ?? 0) + 1
    reached['calls refused'] = (reached['calls refused'] ?? 0) + linesOf(run, 'refused').length
    if (run === '') reached['not started'] = (reached['not started'] ?? 0) + 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function node(before: readonly string[], folder: string, ...task: readonly string[]): Promise<string> {
  const [file = '', ...args] = [...before, process.execPath, fixedRun, folder, ...task]
  return new Promise((resolve) => void execFile(file, args, { timeout: 60_000 }, (_error, stdout) => resolve(stdout)))
}

function canTrace(): Promise<boolean> {
  return new Promise((resolve) => void execFile('strace', ['-o', '/dev/null', 'true'], (error) => resolve(!error)))
}

async function writesOfRun(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-proof-'))
  const log = join(folder, 'trace')
  await node(['strace', '-f', '-o', log, '-e', 'trace=pwrite64'], join(folder, 'data'))
  const writes = readFileSync(log, 'utf8').match(/pwrite64\(/g)?.length ?? 0
  rmSync(folder, { recursive: true, force: true })
  return writes
}

function linesOf(text: string, start: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith(start))
}

function range(first: number, last: number, step: number): readonly number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_none, index) => first + index * step)
}
