import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { architectureRules } from './support/architecture-rules.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8')

test('the page on the architecture says of every folder of src what it may import', () => {
  const { mayImport } = architectureRules
  const there = Object.keys(mayImport).filter((name) =>
    ['', '.ts'].some((end) => existsSync(join(root, 'src', name + end))),
  )
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| .+ \| (.+) \|$/gm)].map(([, name, may]) => [name, may])
  const rules = there.map((name) => [name, mayImport[name]?.join(', ') || 'nothing'])
  expect(rows.toSorted()).toEqual(rules.toSorted())
})

test('every file that the page on the architecture names is there', () => {
  const named = [...page.matchAll(/`((?:src|test|scenarios|fixtures)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
