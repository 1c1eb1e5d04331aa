import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { architectureRules } from './architecture/architecture-rules.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8')

test('the page on the architecture says of every folder of src what it may import', () => {
  const { mayImport } = architectureRules
  const there = Object.keys(mayImport).filter((name) =>
    ['', '.ts'].some((end) => existsSync(join(root, 'src', name + end))),
  )
  const rows = [...page.matchAll(/^\| `([\w/-]+)` \| .+ \| (.+) \|$/gm)].map(([, name, may]) => [name, may])
  const rules = there.map((name) => [name, mayImport[name]?.join(', ') || 'nothing'])
  expect(rows.toSorted()).toEqual(rules.toSorted())
})

const files = ['src', 'test', 'scenarios', 'fixtures', 'build', 'bench', 'docs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
)

/**
 * The files and folders that a text names, but that are not there: with a path, one that is not there; as a bare name such as `app.ts`, one
 * that is not in a folder of a path in the same line, or below it.
 */
function missingIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const named = [
      ...line.matchAll(/`((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|js|ya?ml|json|css|md)|(?:[\w-]+\/)+)`/g),
    ]
    const paths = named.map(([, path = '']) => path)
    const near = paths.filter((path) => files.includes(path)).map((path) => `${dirname(path)}/`)
    const isThere = (path: string) =>
      existsSync(join(root, path)) ||
      files.some(
        (file) =>
          (near.length === 0 || near.some((folder) => file.startsWith(folder))) &&
          `/${file}/`.includes(`/${path.replace(/\/$/, '')}/`),
      )
    return paths.filter((path) => !isThere(path))
  })
}

test('every file and folder that the page on the architecture names is there', () => {
  expect(page.match(/`[\w./-]+\.ts`/g)?.length).toBeGreaterThan(40)
  expect(missingIn(page)).toEqual([])
})

test('a file that is not there is found, by its path and by its bare name', () => {
  expect(missingIn('| `src/http/app.ts` | `listen.ts`, `check.ts` |')).toEqual(['check.ts'])
  expect(missingIn('`src/http/gone.ts` and `gone/`, `tables/jobs.ts`, `CONTRIBUTING.md`')).toEqual([
    'src/http/gone.ts',
    'gone/',
  ])
})

test('the page says in a sentence what each of the main libraries does here', () => {
  const said = [...page.matchAll(/^- \*\*([\w@/-]+)\*\*/gm)].map(([, name]) => name)
  expect(said).toEqual(['hono', 'zod', 'commander', '@faker-js/faker', 'prom-client', 'better-sqlite3'])
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(said.filter((name = '') => !(name in { ...dependencies, ...devDependencies }))).toEqual([])
})
