import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Figures } from './bar.ts'
import { bars } from './bars.ts'

/** What a bar came to; a text if it broke. */
export interface Seen {
  readonly figures: Figures | string
  readonly seconds: number
}

/** Set by a developer to play less than all; a page of such a run says so. */
const shortening = ['PROOF_MODEL_MINUTES', 'PROOF_SEEDS', 'PROOF_WRITES_STEP', 'PROOF_KILLS'] as const

export const root = join(import.meta.dirname, '..', '..')
/** The end of the page: what runs and attacks have found. Written by hand. */
export const found = join(import.meta.dirname, 'found.md')

/** The text of docs/proof.md after the bars that were seen. */
export function proofPage(seen: ReadonlyMap<string, Seen>): string {
  const seconds = [...seen.values()].reduce((sum, one) => sum + one.seconds, 0)
  const set = shortening.flatMap((name) => (process.env[name] === undefined ? [] : [`${name}=${process.env[name]}`]))
  const head = [
    '# Proof',
    '',
    '`npm run proof` holds the promises of the sandbox against these bars and writes this page. `test/proof/` has the bars.',
    '`test/proof/proof.deep.test.ts` spoils each one in the ways that are named here, and expects that it fails.',
    '',
    `Run on ${new Date().toISOString().slice(0, 10)} at ${commit()}, ${machine()}, in ${minutes(seconds)}.`,
    ...(set.length === 0 ? [] : ['', `This run was shortened: \`${set.join(' ')}\`.`]),
    '',
    '',
  ]
  const chapters = Object.keys(bars).map((name) => chapter(name, seen.get(name)))
  return [head.join('\n') + chapters.join('\n'), readFileSync(found, 'utf8')].join('\n')
}

function chapter(name: string, { figures, seconds }: Seen = { figures: 'Not run.', seconds: 0 }): string {
  const { promise = '', mutations = [] } = bars[name] ?? {}
  const table = typeof figures === 'string' ? [figures] : rowsOf(figures)
  const spoilt = `It fails if ${mutations.join(', or if ')}.`
  return [`## ${name}`, '', `${promise}. ${spoilt} It took ${minutes(seconds)}.`, '', ...table, ''].join('\n')
}

function rowsOf(figures: Figures): readonly string[] {
  return [
    '| what | figure |',
    '|---|---|',
    ...Object.entries(figures).map(
      ([what, figure]) => `| ${what} | ${typeof figure === 'number' ? grouped(figure) : figure} |`,
    ),
  ]
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

function minutes(seconds: number): string {
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** The page itself changes with each bar. */
function commit(): string {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root }).toString().trim()
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs/proof.md') !== ''
  return `commit ${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes that are not committed' : ''}`
}

function machine(): string {
  return `Node ${process.version}, ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}`
}
