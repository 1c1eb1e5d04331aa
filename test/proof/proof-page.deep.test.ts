import { expect, test } from 'vitest'
import { bars } from './bars.ts'
import { proofPage, type Run, type Seen, thisRun } from './proof-page.ts'

const run: Run = {
  date: '2026-01-31',
  node: 'v24.0.0',
  commit: 'commit abc',
  machine: '2 cores and load 1.0',
  shortened: '',
}
const held: readonly [string, Seen][] = Object.keys(bars).map((name) => [
  name,
  { figures: { calls: 1234 }, seconds: 60 },
])

/** The first lines under the title, up to the first chapter. */
const verdictOf = (page: string) => page.split('\n').slice(2, 5)

test('the page begins with its verdict, with the Node that it ran on and with its commit', () => {
  expect(verdictOf(proofPage(new Map(held), run))).toEqual([
    '- **All 10 promises held.** The run took 10 min 0 s on Node v24.0.0.',
    expect.stringContaining('Each test can fail'),
    expect.stringContaining('It was run on 2026-01-31 at commit abc, with 2 cores and load 1.0.'),
  ])
  expect(thisRun().node).toBe(process.version)
})

test('the verdict names what broke, and what was not run', () => {
  const seen = new Map(held.slice(1))
  seen.set('kills', { figures: 'BROKEN: a webhook is lost', seconds: 9 })
  seen.set('writes', { figures: { 'not run': 'strace is not here' }, seconds: 0 })
  const [verdict] = verdictOf(proofPage(seen, run))
  expect(verdict).toContain('**7 of 10 promises held; broken or not finished: kills; not run: model, writes.**')
})

test('a chapter has its promise, the sabotage that it must find, and its figures; a shortened run says so', () => {
  const page = proofPage(new Map(held), { ...run, shortened: 'PROOF_SEEDS=5' })
  expect(page).toContain(`## seeds

A sandbox that dies between and within commands goes on as the model says, and the same seed is the same world twice. Checked by sabotage: with a different seed for the second run, or with a disk that is lost at each death, this test must fail. It took 60 s.

| what | figure |
|---|---|
| calls | 1,234 |
`)
  expect(page).toContain('\nThis run was shortened: `PROOF_SEEDS=5`.\n')
})
