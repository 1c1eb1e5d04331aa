import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const glossary = readFileSync(join(root, 'docs', 'glossary.md'), 'utf8')

/** The words that the glossary has another for, with that one. */
const [, rows = ''] = glossary.split('| --- | --- | --- |')
const replaced = [...rows.matchAll(/^\| ([\w ]+?) \| .* \| ([\w -]+?) \|$/gm)].map(([, word = '', not = '']) => ({
  not,
  word,
}))

/** Every form of the words, as a whole word: `story`, `stories`, `tell`, `tells`, `told`. */
const formsOf: Readonly<Record<string, string>> = {
  story: 'stor(?:y|ies)',
  tell: '(?:tells?|told|telling)',
  finalise: 'finali[sz]e[sd]?',
}

/** What a text says with a word that the glossary has another for. */
function wordsAgainst(text: string): readonly string[] {
  return replaced.flatMap(({ not, word }) => {
    const found = text.match(new RegExp(`\\b${formsOf[not] ?? `${not}s?`}\\b`, 'gi')) ?? []
    return found.map((form) => `${form}: write ${word}`)
  })
}

/** Pages for readers; the glossary names the words itself. */
const pages = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    /^(?!glossary).*\.md$/.test(name) ? [`docs/${name}`] : [],
  ),
]

test.each(pages)('%s uses the words of the glossary', (page) => {
  expect(wordsAgainst(readFileSync(join(root, page), 'utf8'))).toEqual([])
})

test('the texts of the commands use the words of the glossary', () => {
  const folder = join(root, 'src', 'cli')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const texts = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/'[^'\n]*'|`[^`]*`/g) ?? [])
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.flatMap(wordsAgainst)).toEqual([])
})

test('a word that the glossary replaces is found in every form, and no word that only contains it', () => {
  expect(replaced.map(({ not }) => not)).toContain('story')
  expect(wordsAgainst('Two stories tell it; history and storytelling stay.')).toEqual([
    'stories: write scenario',
    'tell: write show',
  ])
})
