import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Replaces the built files of the page by compressed ones, except for the licences. */
export function compressPage(): Plugin {
  const folder = 'dist/page'
  return {
    name: 'compress-page',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(folder)) {
        if (!/\.(html|css|js|svg)$/.test(name)) continue
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))))
        rmSync(join(folder, name))
      }
    },
  }
}
