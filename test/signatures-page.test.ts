import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf } from './support/page-blocks.ts'

const folder = join(import.meta.dirname, '..', 'examples', 'signatures')
const files = readdirSync(folder).filter((name) => !['README.md', 'package.json'].includes(name))

test('the page on signatures shows each file of the example word for word, and nothing else', () => {
  const shown = blocksOf('docs/verify-signatures.md')
  expect(shown.map(({ note }) => /examples\/signatures\/(\S+)$/.exec(note)?.[1]).sort()).toEqual(files.sort())
  for (const { note, text } of shown) {
    expect(text, note).toBe(readFileSync(join(folder, note.replace(/.*\//, '')), 'utf8'))
  }
})
