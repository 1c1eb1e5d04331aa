import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export interface PageBlock {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly text: string
  /** What the HTML comment before it says, such as `not run: it asks for a token`; empty if there is none. */
  readonly note: string
  /** The file that it stands for, named by a comment in its first line: `// server.js`, `# mine.yaml` or `<?php // shop.php`. */
  readonly file: string | null
  /** True if that line ends with `(continued)`: the block goes to the end of the file. */
  readonly continues: boolean
}

export const pages: readonly string[] = [
  'README.md',
  'skills/payments-sandbox/SKILL.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
    .map((name) => `docs/${name}`)
    .sort(),
]

export function blocksOf(page: string): readonly PageBlock[] {
  return blocksIn(page, readFileSync(join(root, page), 'utf8'))
}

/** Every code block of a page's text; a block in a list is indented, and its text is not. */
export function blocksIn(page: string, markdown: string): readonly PageBlock[] {
  const fenced = /^([ ]*)```([a-z]*)[^\n]*\n(.*?)^\1```$/gms
  return [...markdown.matchAll(fenced)].map(({ index, 1: indent = '', 2: language = '', 3: indented = '' }) => {
    const before = markdown.slice(0, index)
    const text = indented.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    const [, note = ''] = /<!-- ([^\n]*?) -->\s*$/.exec(before) ?? []
    const [, file = null, continued] =
      language === 'sh' ? [] : (/^(?:<\?php )?(?:\/\/|#) ([\w./-]+\.\w+)( \(continued\))?\n/.exec(text) ?? [])
    return { page, line: before.split('\n').length, language, text, note, file, continues: continued !== undefined }
  })
}
