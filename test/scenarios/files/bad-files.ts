import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flows } from '../../../src/domain/transaction.ts'

export interface BadFile {
  readonly text: string
  readonly wrong: readonly string[]
}

/** The file around a text, by the word that stands before it in `bad-files.txt`. */
const files: Readonly<Record<string, (text: string) => string>> = {
  file: (text) => text,
  scenario: (text) => `version: 1\nscenarios: { a: ${text} }`,
  match: (text) => `version: 1\nscenarios: { a: { match: ${text} } }`,
  scenarios: (text) => `version: 1\nscenarios: { ${text} }`,
  result: (text) => `version: 1\nresults: { r: ${text} }`,
}

/** At least one file for everything that can be wrong with one; below it what is wrong, as `line:column path: message`. */
export const badFiles: readonly BadFile[] = readFileSync(join(import.meta.dirname, 'bad-files.txt'), 'utf8')
  .replaceAll('{flows}', flows.join(', '))
  .trimEnd()
  .split(/\n+(?=\w)/)
  .map((block) => {
    const [line = '', ...wrong] = block.split('\n')
    const [, kind = '', written = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
    const text = written.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
    return { text: files[kind]?.(text) ?? line, wrong: wrong.map((one) => one.trim()) }
  })
