import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/package-root.ts'
import { run } from '../support/cli.ts'

test('the demo finds the one mistake of its shop, and shows the lines to mend and what to type next', async () => {
  const { code, stdout, stderr } = await run(['demo'])
  expect([code, stderr]).toEqual([0, ''])
  const rows = stdout.split('\n').filter((line) => / (?:ok|FAILED)$/.test(line))
  expect(rows.length).toBeGreaterThan(15)
  const failed = rows.filter((row) => row.endsWith(' FAILED'))
  expect(failed).toEqual([expect.stringMatching(/^webhook-twice-at-once .*was credited 21 GHS; .* with 10\.5 GHS/)])
  const numbered = [...stdout.matchAll(/^ +(\d+) {2}(.*)$/gm)].map(([, number, text]) => [Number(number), text])
  const shop = readFileSync(join(packageRoot(), 'fixtures', 'demo', 'shop.mjs'), 'utf8').split('\n')
  expect(numbered.length).toBeGreaterThan(5)
  for (const [number, text] of numbered) expect(shop[Number(number) - 1]?.trim()).toBe(String(text).trim())
  expect(stdout).toContain("UPDATE orders SET status = 'paid' WHERE reference = ? AND status = 'open'")
  expect(stdout).toContain('npx payments-sandbox audit --plan audit.yaml\n')
})
