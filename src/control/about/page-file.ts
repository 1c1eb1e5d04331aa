import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'
import { refusal } from '../../words/errors.ts'

export const pageFileAnswer = namedAnswer('PageFile', z.string().describe('A page, script, style sheet or icon.'))

/** Returns a built file of the page by its name, or null if it does not exist. */
export type PageFiles = (page: 'page' | 'reference', name: string) => Promise<Buffer | null>

/** The files of the pages. The build compresses them: 2 MB less to install, for pages that few look at. */
export function createPageFiles(root: string): PageFiles {
  return async (page, name) => {
    const bytes = await readFile(join(root, 'dist', page, `${name}.br`)).catch(() => null)
    return bytes && brotliDecompressSync(bytes)
  }
}

/** Answers a file as what the end of its name says. */
export async function pageFile(page: Parameters<PageFiles>[0], name: string, pageFiles: PageFiles) {
  const [, end = ''] = /^[\w-]+\.(html|css|js|svg)$/.exec(name) ?? []
  const type = types[end]
  const bytes = type === undefined ? null : await pageFiles(page, name)
  if (type === undefined || bytes === null) {
    throw refusal({ why: 'no-file', of: page, file: name })
  }
  return { body: null, file: { type, bytes } }
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
}

/** The policy by which the browser allows a page no other host, and only its own scripts and styles. */
export function pagePolicy(styles = "'self'") {
  return {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src ${styles}; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  }
}
