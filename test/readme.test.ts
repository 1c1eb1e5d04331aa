import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noCallReceived } from '../src/cli/judge/run-with-sandbox.ts'
import { settingsSchema } from '../src/domain/settings.ts'
import { rules } from '../src/report/rules/index.ts'
import { anchorsOf, linksOf, type PageLink } from './support/links.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

const pageOf = (name: string) => readFileSync(join(root, 'docs', name), 'utf8')

/** The magic numbers in the tables of a page, each with its scenario. */
const numbersIn = (page: string) =>
  [...page.matchAll(/^\| `(0009\d\dx)` \| `([\w-]+)` \|/gm)].map(([, number, name]) => `${number} ${name}`)

test('README has some of the magic numbers, with their scenarios', () => {
  const all = numbersIn(pageOf('reference/magic-numbers.md'))
  expect(numbersIn(readme)).not.toEqual([])
  expect(numbersIn(readme).filter((row) => !all.includes(row))).toEqual([])
})

test('README has at most 120 lines of at most 120 characters', () => {
  const lines = readme.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(120)
  expect(lines.filter((line) => line.length > 120)).toEqual([])
})

test('the page on settings names exactly the settings of a business', () => {
  const [, ofBusiness = ''] = pageOf('reference/settings.md').split('## Settings of a business')
  const named = [...ofBusiness.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(named).toEqual(Object.keys(settingsSchema.shape))
})

test('every link of README and of a page leads to a file, within the site for a page of it, and to an anchor if it names one', () => {
  const pages = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  ]
  // The built site has copies.
  const own = pages.filter((page) => page.endsWith('.md') && !page.includes('.vitepress'))
  const links = own.flatMap(linksOf)
  const leavesSite = ({ page, path }: PageLink) => page.startsWith('docs/') && !path.startsWith('docs/')
  const isDead = ({ path, heading }: PageLink) =>
    !existsSync(join(root, path)) || (heading !== undefined && !anchorsOf(path).includes(heading))
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((link) => leavesSite(link) || isDead(link))).toEqual([])
})

test('the page on CI lists every finding with its level and what it rests on', () => {
  const page = pageOf('ci.md')
  const listed = [...page.matchAll(/^\| `([\w-]+)` \| (error|warning|info) \| .* \| (.*) \|$/gm)].map(
    ([, ...row]) => row,
  )
  expect(listed.sort()).toEqual(
    [...rules, noCallReceived].map(({ rule, level, section }) => [rule, level, section]).sort(),
  )
})
