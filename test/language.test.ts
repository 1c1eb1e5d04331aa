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

const formsOf: Readonly<Record<string, string>> = {
  story: 'stor(?:y|ies)',
  tell: '(?:tells?|told(?!-)|telling)',
  finalise: 'finali[sz]e[sd]?',
}

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
    /^(?!glossary|\.vitepress).*\.md$/.test(name) ? [`docs/${name}`] : [],
  ),
]

test.each(pages)('%s uses the words of the glossary', (page) => {
  expect(wordsAgainst(readFileSync(join(root, page), 'utf8'))).toEqual([])
})

/** Every file of the code, with what people read in it: comments and messages. */
const texts = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readInCode(readFileSync(join(root, 'src', name), 'utf8')) }))

/** The comments and the texts in quotes of a program. */
function readInCode(program: string): string {
  return (program.match(/\/\*\*.*?\*\/|\/\/[^\n]*|'[^'\n]*'|"[^"\n]*"|`[^`]*`/gs) ?? []).join('\n')
}

test('comments, docstrings and messages of the code use the words of the glossary', () => {
  expect(texts.length).toBeGreaterThan(400)
  const against = texts.flatMap(({ name, text }) => wordsAgainst(text).map((word) => `${name}: ${word}`))
  expect(against).toEqual([])
})

test('what people read in code is found: docstrings over several lines, comments, messages', () => {
  const program = "/**\n * Tells it.\n */\nexport const told = 'a story' // for ever\n"
  expect(wordsAgainst(readInCode(program))).toEqual([
    'story: write scenario',
    'Tells: write show',
    'for ever: write forever',
  ])
})

test('sentences of docstrings and options have no word that a reader must look up', () => {
  const hard = /\b(?:shall|whilst|lest|hence|whither|wherein|thereof|notwithstanding|manieth|whosoever)\b/i
  expect(texts.filter(({ text }) => hard.test(text)).map(({ name }) => name)).toEqual([])
})

test('a word that the glossary replaces is found in every form, and no word that only contains it', () => {
  expect(replaced.map(({ not }) => not)).toContain('story')
  expect(wordsAgainst('Two stories tell it; history and storytelling stay.')).toEqual([
    'stories: write scenario',
    'tell: write show',
  ])
})

/** Phrases that are built in another language, and words of the glossary: a sentence names its subject, and says if and null. */
const odd =
  /\b(?:nobody|somebody|whoever|whatever|anew|in vain|dearer|is none of|where there (?:is|are)|what of|those that|stor(?:y|ies)|told(?!-)|by itself|that of|(?<!another sum in a )rightly signed|as many as it may|where (?:nothing|none)|(?:null|true|false|empty|undefined|throws|none) where)\b/gi

/** Every program of src and test, and every page, by its path. */
const written = ['src', 'test', 'docs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.(?:tsx?|md)$/.test(path) && !/language\.test|glossary\.md|\.vitepress\/dist/.test(path)),
)

test('sentences of programs and pages name who acts, and say if and null', () => {
  const read = [...written, 'README.md', 'CONTRIBUTING.md']
  expect(read.length).toBeGreaterThan(1000)
  const found = read.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return ((path.endsWith('.md') ? text : readInCode(text)).match(odd) ?? []).map((phrase) => `${path}: ${phrase}`)
  })
  expect(found).toEqual([])
})

test('such a phrase is found in comments and in messages', () => {
  const program = "/** Whatever it is. */\nthrow new Error('waited in vain') // whoever calls\n"
  expect(readInCode(program).match(odd)).toEqual(['Whatever', 'in vain', 'whoever'])
})
