import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configSchema } from '../../../src/config.ts'
import { settingsSchema } from '../../../src/domain/settings.ts'
import { rows } from '../../../src/recordings/compare/rows.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'fidelity.md'), 'utf8')

test('every decision has a row, which says how a recording shows it or that none can', () => {
  const decided = [...page.matchAll(/^### (D\d+): /gm)].map(([, decision]) => decision)
  expect(decided).toEqual(decided.map((_, index) => `D${index + 1}`))
  expect(Object.keys(rows)).toEqual([...decided, 'results'])
})

test('the page on decisions says of each how compare reads it', () => {
  const said = [...page.matchAll(/^\| (D\d+|results): (.+?) \| (.+?) \| (.*?) ?\|$/gm)].map((cells) =>
    cells.slice(1, 5),
  )
  const wanted = Object.entries(rows).map(([decision, { title, reads, settings }]) => [
    decision,
    title,
    reads ?? 'no recording can show it',
    settings.map((name) => `\`${name}\``).join(', '),
  ])
  expect(said).toEqual(wanted)
})

test('the settings of rows exist', () => {
  for (const { settings } of Object.values(rows)) {
    for (const name of settings) expect(Object.keys({ ...settingsSchema.shape, ...configSchema.shape })).toContain(name)
  }
})
