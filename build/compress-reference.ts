import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const page = ['page.html', 'page.css', 'page.js'].map((name) => `src/control/about/reference/${name}`)
const swagger = ['swagger-ui.css', 'swagger-ui-bundle.js'].map((name) => `node_modules/swagger-ui-dist/${name}`)

/** For the row package-size: writes the files of the reference page to `dist/reference`, compressed. */
export function compressReference(): void {
  mkdirSync('dist/reference', { recursive: true })
  for (const file of [...page, ...swagger])
    writeFileSync(`dist/reference/${basename(file)}.br`, brotliCompressSync(readFileSync(file)))
}
