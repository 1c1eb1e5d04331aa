import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blocksIn, blocksOf, type PageBlock, pages } from '../support/page-blocks.ts'
import { isShownOutput } from '../support/shown-output.ts'
import { playPage, refusalOf } from './page-blocks/play-page.ts'

const root = join(import.meta.dirname, '..', '..')

/** Blocks that have a test of their own, by page and language. */
const elsewhere: Readonly<Record<string, string>> = {
  'README.md sh': 'test/journeys/readme-page.test.ts',
  'README.md js': 'test/journeys/readme-page.test.ts',
  'README.md text': 'test/journeys/readme-page.test.ts',
  'docs/situations.md js': 'test/scenarios/page.test.ts',
  'docs/testing.md js': 'test/journeys/testing-page.test.ts',
}

const isElsewhere = ({ page, language }: PageBlock) => `${page} ${language}` in elsewhere
const isMarked = ({ note }: PageBlock) => note.startsWith('not run: ')

/** How each language that a block needs shows its version. Go has no option for it. */
const versionOf: Readonly<Record<string, string>> = {
  go: 'version',
  java: '--version',
  php: '--version',
  python3: '--version',
}

/** True for a block in a language that this machine lacks. `.ci/run` installs them all, so none is left out there. */
function isForeign({ note }: PageBlock): boolean {
  const [, language = ''] = /^needs (\w+)$/.exec(note) ?? []
  const version = versionOf[language]
  return version !== undefined && !process.env.CI && spawnSync(language, [version]).status !== 0
}

test('every block of every page is run, or a comment says why it is not', () => {
  const blocks = pages.flatMap(blocksOf).filter((block) => !isElsewhere(block))
  expect(blocks.flatMap((block) => refusalOf(block) ?? [])).toEqual([])
})

test.each(Object.entries(elsewhere))('%s has a test of its own', (block, file) => {
  const [page = ''] = block.split(' ')
  expect(existsSync(join(root, file))).toBe(true)
  expect(readFileSync(join(root, file), 'utf8')).toContain(page.replace('docs/', ''))
})

test.each(pages)('%s does what it says', { timeout: 60_000 }, async (page) => {
  const blocks = blocksOf(page).filter((block) => !isElsewhere(block) && !isMarked(block) && !isForeign(block))
  if (blocks.length > 0) await playPage(blocks)
})

const play = (markdown: string) => playPage(blocksIn('page.md', markdown))

test('a page whose block has another result is found, with the line of the block', async () => {
  await expect(play('# A page\n\n```sh\nfalse\n```\n')).rejects.toThrow('page.md:3  exits with 1, not 0')
  await expect(play('```sh\necho one; echo two\n```\n```text\none\n```\n')).rejects.toThrow('page.md:4  shows\none')
  await expect(play('```yaml\nport: 0\nprot: 1\n```\n')).rejects.toThrow('page.md:1  prot: ')
  await expect(play('```js\nthrow new Error("no")\n```\n')).rejects.toThrow('page.md:1  exits with 1, not 0')
  await expect(play('```\nit\n```\n')).rejects.toThrow('page.md:1  a block in no language')
})

test('a page writes files, runs them, and shows what they print', async () => {
  await play(`
\`\`\`js
// it.js
console.log('first')
\`\`\`
\`\`\`js
// it.js (continued)
console.log('second')
\`\`\`
1. In a list:
   <!-- exits 3 -->
   \`\`\`sh
   node it.js
   exit 3
   \`\`\`
   \`\`\`text
   ...
   sec...
   \`\`\`
`)
})

test('a program in another language is written as the file that it names', async () => {
  const [php, sh] = blocksIn(
    'page.md',
    '```php\n<?php // shop.php\n```\n<!-- needs php -->\n```sh\nphp shop.php\n```\n',
  )
  expect([php?.file, sh?.note]).toEqual(['shop.php', 'needs php'])
})

test('the shown output is compared, except for parts that differ from run to run', () => {
  const printed = 'at 2026-01-31T12:00:00.000Z\nid a9dd2071-3879-4a8f-a9fb-66704735052d\nend\n'
  const isWhole = { isWhole: true }
  expect(isShownOutput('at 2025-11-21T20:29:41Z\nid 00000000-3879-4a8f-a9fb-66704735052d\nend', printed, isWhole)).toBe(
    true,
  )
  expect(isShownOutput('at ...\n...\nend\n', printed, isWhole)).toBe(true)
  expect(isShownOutput('at ...\nend\n', printed, isWhole)).toBe(false)
  expect(isShownOutput('...\nen\n', printed, isWhole)).toBe(false)
  expect(isShownOutput('id ...', printed, { isWhole: false })).toBe(true)
  expect(isShownOutput('d ...', printed, { isWhole: false })).toBe(false)
})
