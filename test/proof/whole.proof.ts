import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Figures } from './bar.ts'
import { bars } from './bars.ts'

/** `npm run proof`: every bar in full; then docs/proof.md is written with what was seen. */
const seen = new Map<string, { readonly figures: Figures | string; readonly seconds: number }>()

for (const [name, bar] of Object.entries(bars)) {
  test(`${name}: ${bar.promise}`, { timeout: 20 * 60_000 }, async () => {
    const began = performance.now()
    const seconds = () => Math.round((performance.now() - began) / 1000)
    try {
      const figures = await bar.run('full', null)
      seen.set(name, { figures, seconds: seconds() })
    } catch (cause) {
      seen.set(name, { figures: `BROKEN: ${cause instanceof Error ? cause.message : cause}`, seconds: seconds() })
      throw cause
    }
    expect(seen.has(name)).toBe(true)
  })
}

/** After each bar: a run that is stopped shows what it has seen. */
afterEach(() => {
  const root = join(import.meta.dirname, '..', '..')
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root }).toString().trim()
  const machine = `Node ${process.version}, ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}`
  const chapters = Object.entries(bars).map(([name, { promise }]) => {
    const { figures = 'not run', seconds = 0 } = seen.get(name) ?? {}
    const rows =
      typeof figures === 'string'
        ? [figures]
        : [
            '| what | figure |',
            '|---|---|',
            ...Object.entries(figures).map(([what, figure]) => `| ${what} | ${figure} |`),
          ]
    return [`## ${name}`, '', `${promise}. ${seconds} s.`, '', ...rows, ''].join('\n')
  })
  const head = [
    '# Proof',
    '',
    '`npm run proof` holds the promises of the sandbox against these bars and writes this page. `test/proof/` has the bars; each can fail:',
    '`test/proof/proof.deep.test.ts` spoils each one and expects that it fails.',
    '',
    `Run on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, ${machine}.`,
    '',
    '',
  ].join('\n')
  writeFileSync(join(root, 'docs', 'proof.md'), head + chapters.join('\n'))
})
