import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The links of a page to files of this project, each with its path from the root, and its heading if it has one. */
export function linksOf(page: string) {
  return [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ([, path = '', heading]) => ({ page, path: path === '' ? page : join(dirname(page), path), heading }),
  )
}
