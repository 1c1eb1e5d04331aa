import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linksOf } from './support/links.ts'

const root = join(import.meta.dirname, '..')

test('every link of a page in the package leads to a file or folder of the package; four pictures are left out', () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const [{ files }] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
  const packed: readonly string[] = files.map(({ path }: { path: string }) => path)
  const links = packed.filter((path) => path.endsWith('.md')).flatMap(linksOf)
  const isDead = ({ path }: (typeof links)[number]) =>
    !packed.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`))
  expect(links.length).toBeGreaterThan(20)
  const leftOut = ['bank', 'phones', 'signature', 'time'].map((name) => `docs/images/${name}.png`)
  expect(
    links
      .filter(isDead)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(leftOut)
})
