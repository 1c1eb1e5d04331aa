import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/package-root.ts'
import { run } from '../support/cli.ts'
import { launchOnTerminal, terminalTest } from '../support/terminal.ts'

test('the demo finds the one mistake of its shop, and shows the lines to mend and what to type next', async () => {
  const { code, stdout, stderr } = await run(['demo'])
  expect([code, stderr]).toEqual([0, ''])
  const [, , first, row, ...others] = stdout.split('\n')
  expect(first).toMatch(/^CHECK +ASKED FOR BY +SEEN +VERDICT$/)
  expect(row).toMatch(/^webhook-twice-at-once +credit once .* airtime-7 was credited 21 GHS; its +FAILED$/)
  expect(others.filter((line) => / (?:ok|FAILED|unsteady)$/.test(line))).toEqual([])
  expect(stdout).toMatch(
    /^not checked \(the shop did not ask for the status\): webhook-before-status-reply; pending-first;\n {2}status-fails$/m,
  )
  expect(stdout).toMatch(/^1 FAILED, \d\d ok \(--all lists them\), \d+ not checked$/m)
  const numbered = [...stdout.matchAll(/^ +(\d+) {2}(.*)$/gm)].map(([, number, text]) => [Number(number), text])
  const shop = readFileSync(join(packageRoot(), 'fixtures', 'demo', 'shop.mjs'), 'utf8').split('\n')
  expect(numbered.length).toBeGreaterThan(5)
  for (const [number, text] of numbered) expect(shop[Number(number) - 1]?.trim()).toBe(String(text).trim())
  expect(stdout).toContain("UPDATE orders SET status = 'paid' WHERE reference = ? AND status = 'open'")
  expect(stdout).toContain('npx payments-sandbox audit --plan audit.yaml\n')
})

terminalTest(
  'on a terminal the demo shows how far it is, and Ctrl+C prints the rows so far in their order',
  async () => {
    const demo = launchOnTerminal(['demo'], { columns: 80 })
    await demo.shows(/\d+ of 32 checks, 1 FAILED/)
    demo.type('\u0003')
    const { code, text } = await demo.ended
    const [, table = ''] = stripVTControlCharacters(text).split(/\r(?=CHECK)/)
    expect(code).toBe(130)
    expect(table).toMatch(/^CHECK .+\r\nwebhook-twice-at-once .+ FAILED\r\n/)
    expect(table).toMatch(/\r\n1 FAILED, \d ok \(--all lists them\), \d not checked\r\n/)
  },
)
