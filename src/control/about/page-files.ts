import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type PageSession, pageSession } from '../../domain/page-session.ts'
import { sameText } from '../../domain/same-text.ts'

/** What the page for browsers is served with. */
export interface PageTools {
  /** A file of the page by its name; null where there is none. Read when it is asked for. */
  readonly file: (name: string) => Promise<Buffer | null>
  /** What a browser gets for the token; null for another. A sandbox without a token demands none. */
  readonly open: (given: string) => PageSession | 'open' | null
}

/** The page of a sandbox; `root` is the folder of this package. */
export function createPage(root: string, { token, port }: { readonly token: string | null; readonly port: number }) {
  const tools: PageTools = {
    async file(name) {
      const bytes = await readFile(join(root, 'dist', 'page', `${name}.br`)).catch(() => null)
      return bytes === null ? null : brotliDecompressSync(bytes)
    },
    open(given) {
      if (token === null) return 'open'
      return sameText(given, token) ? pageSession(token, port) : null
    },
  }
  return tools
}
