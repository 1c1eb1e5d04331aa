import { execFileSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Figures } from './bar.ts'
import { bars } from './bars.ts'

/** What a bar came to; a text if it broke. */
export interface Seen {
  readonly figures: Figures | string
  readonly seconds: number
}

/** Where and how the bars were run. */
export interface Run {
  readonly date: string
  readonly node: string
  readonly commit: string
  readonly machine: string
  /** The variables that shortened it, as a shell sets them; empty if it was not shortened. */
  readonly shortened: string
}

/** Set by a developer to play less than all; a page of such a run says so. */
const shortening = ['PROOF_MODEL_MINUTES', 'PROOF_SEEDS', 'PROOF_WRITES_STEP', 'PROOF_KILLS'] as const

export const root = join(import.meta.dirname, '..', '..')

/** The text of docs/proof.md after the bars that were seen. */
export function proofPage(seen: ReadonlyMap<string, Seen>, run: Run): string {
  const seconds = [...seen.values()].reduce((sum, one) => sum + one.seconds, 0)
  const head = [
    '# Proof',
    '',
    `- **${verdict(seen)}** The run took ${minutes(seconds)} on Node ${run.node}.`,
    '- Each test can fail: `test/proof/proof.deep.test.ts` sabotages every one, as its chapter says, and the last chapter has faults that were planted in `src`.',
    `- It was run on ${run.date} at ${run.commit}, with ${run.machine}. [What earlier runs found](proof-found.md) is mended.`,
    ...(run.shortened === '' ? [] : ['', `This run was shortened: \`${run.shortened}\`.`]),
    '',
    '`npm run proof` tests the promises of the sandbox and writes this page. The tests are in `test/proof/`.',
    '',
    '',
  ]
  return (
    head.join('\n') +
    Object.keys(bars)
      .map((name) => chapter(name, seen.get(name)))
      .join('\n')
  )
}

/** The chapter of `npm run mutants` in a page that was there before. */
export function mutantsIn(page: string): string {
  const at = page.indexOf('\n## mutants\n')
  return at < 0 ? '' : page.slice(at)
}

/** What is true of this process and this folder now. */
export function thisRun(): Run {
  const set = shortening.flatMap((name) => (process.env[name] === undefined ? [] : [`${name}=${process.env[name]}`]))
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    commit: commit(),
    machine: `${availableParallelism()} cores and load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    shortened: set.join(' '),
  }
}

function verdict(seen: ReadonlyMap<string, Seen>): string {
  const names = Object.keys(bars)
  const isNotRun = (name: string) => {
    const figures = seen.get(name)?.figures
    return figures === undefined || (typeof figures === 'object' && 'not run' in figures)
  }
  const notRun = names.filter(isNotRun)
  const broken = names.filter((name) => typeof seen.get(name)?.figures === 'string')
  const held = names.length - notRun.length - broken.length
  if (held === names.length) return `All ${held} promises held.`
  const rest = [
    ...(broken.length === 0 ? [] : [`broken or not finished: ${broken.join(', ')}`]),
    ...(notRun.length === 0 ? [] : [`not run: ${notRun.join(', ')}`]),
  ]
  return `${held} of ${names.length} promises held; ${rest.join('; ')}.`
}

function chapter(name: string, { figures, seconds }: Seen = { figures: 'Not run.', seconds: 0 }): string {
  const { promise = '', mutations = [] } = bars[name] ?? {}
  const table = typeof figures === 'string' ? [figures] : rowsOf(figures)
  const sabotage = `Checked by sabotage: with ${mutations.join(', or with ')}, this test must fail.`
  return [`## ${name}`, '', `${promise}. ${sabotage} It took ${minutes(seconds)}.`, '', ...table, ''].join('\n')
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
