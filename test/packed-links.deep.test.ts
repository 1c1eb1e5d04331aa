import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { anchorsOf, linksIn, linksOf, type PageLink } from './support/links.ts'

const root = join(import.meta.dirname, '..')
const mebibyte = 2 ** 20

/** The package as npm makes it of what is built. */
const pack = { size: 0, unpackedSize: 0, paths: [] as readonly string[] }

beforeAll(() => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const [{ size, unpackedSize, files }] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
  Object.assign(pack, { size, unpackedSize, paths: files.map(({ path }: { path: string }) => path) })
})

/** True for a link to no file or folder of the package, or to a heading that its page does not have. */
function isDead({ path, heading }: PageLink): boolean {
  if (heading !== undefined && path.endsWith('.md'))
    return !pack.paths.includes(path) || !anchorsOf(path).includes(heading)
  return !pack.paths.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`))
}

test('every link and picture of a page in the package leads to a file, folder or heading in the package', () => {
  const links = pack.paths.filter((path) => path.endsWith('.md')).flatMap(linksOf)
  expect(links.filter(({ path }) => path.endsWith('.png')).length).toBeGreaterThan(5)
  expect(links.filter(isDead)).toEqual([])
})

test('a link, a picture and a heading that are not in the package are found, in Markdown and in HTML', () => {
  const page = `[code](../src/config.ts) [packed](time.md#move-time) [folder](../examples/ci) [out](https://docs.example)
![a picture](images/none.png "with a title") <img src="images/other.png"> [no heading](time.md#nowhere) [gone][there]

[there]: openapi.json
`
  expect(
    linksIn('docs/a.md', page)
      .filter(isDead)
      .map(({ path, heading }) => [path, heading]),
  ).toEqual([
    ['src/config.ts', undefined],
    ['docs/images/none.png', undefined],
    ['docs/time.md', 'nowhere'],
    ['docs/openapi.json', undefined],
    ['docs/images/other.png', undefined],
  ])
})

test('the package is at most 10 MiB, and 22 MiB when it is unpacked', () => {
  // The types are built for the package only.
  expect(pack.paths).toContain('dist/index.d.cts')
  expect(pack.size / mebibyte).toBeLessThanOrEqual(10)
  expect(pack.unpackedSize / mebibyte).toBeLessThanOrEqual(22)
})
