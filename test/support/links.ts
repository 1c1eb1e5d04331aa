import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export interface PageLink {
  readonly page: string
  /** From the root of the project. */
  readonly path: string
  /** The anchor of a heading; undefined if the link leads to the whole file. */
  readonly heading: string | undefined
}

const markdownLink = /\]\(<?([^)\s>]*)>?(?:\s+["'(][^)]*)?\)/g
const definition = /^\[[^\]^]+\]: +<?([^\s>]+)/gm
const htmlLink = /\s(?:src|srcset|href|poster)=["']([^"'\s]*)/g

/** The links and pictures of a page of this project that lead to its own files. */
export function linksOf(page: string): readonly PageLink[] {
  return linksIn(page, readFileSync(join(root, page), 'utf8'))
}

/** The links and pictures in the text of a page, in Markdown and in HTML, that lead to files beside it. */
export function linksIn(page: string, text: string): readonly PageLink[] {
  return [markdownLink, definition, htmlLink]
    .flatMap((form) => [...text.matchAll(form)].map(([, address = '']) => address))
    .filter((address) => !/^(?:[a-z]+:|\/\/)/i.test(address))
    .map((address) => {
      const [path = '', heading] = address.split('#')
      return { page, path: path === '' ? page : join(dirname(page), path), heading }
    })
}

/** The anchors of the headings of a page, and further anchors that it names: `<a id="d26"></a>`. */
export function anchorsOf(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8')
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...text.matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id = '']) => id)]
}
