import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configSchema } from '../../../src/config.ts'
import { settingsSchema } from '../../../src/domain/settings.ts'
import { decisionRows } from '../../../src/recordings/compare/decisions.ts'
import { plainSettings } from '../../../src/recordings/compare/plain-settings.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'fidelity.md'), 'utf8')
const rows = Object.entries(decisionRows)

test('every decision has a row, which says how a recording shows it or that none can', () => {
  const decided = [...page.matchAll(/^### (D\d+): /gm)].map(([, decision]) => decision)
  expect(decided).toEqual(decided.map((_, index) => `D${index + 1}`))
  expect(Object.keys(decisionRows)).toEqual([...decided, 'results'])
})

test('the page on decisions says of each how compare reads it', () => {
  const said = [...page.matchAll(/^\| (D\d+|results): (.+?) \| (.+?) \| (.*?) ?\|$/gm)].map((cells) =>
    cells.slice(1, 5),
  )
  const wanted = rows.map(([decision, { title, reads, settings, byHand }]) => [
    decision,
    title,
    reads ?? 'no recording can show it',
    [...settings.map((name) => `\`${name}\``), ...byHand.map((name) => `by hand: \`${name}\``)].join(', '),
  ])
  expect(said).toEqual(wanted)
})

test('the settings of rows exist, and the ones that are written are the plain ones', () => {
  const known = Object.keys({ ...settingsSchema.shape, ...configSchema.shape })
  for (const name of rows.flatMap(([, { settings, byHand }]) => [...settings, ...byHand])) expect(known).toContain(name)
  const { otpLifetime: _none, ...plain } = plainSettings
  expect(new Set(rows.flatMap(([, { settings }]) => settings))).toEqual(new Set(Object.keys(plain)))
})
