import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { BoundEndpoint } from '../../contract/endpoint.ts'
import { openApiDocument } from '../../contract/openapi/document.ts'
import type { Examples } from '../../contract/openapi/examples.ts'
import { finalTransaction } from '../../flows/final-record.ts'

/** What the reference is made of. */
export interface ReferenceTools {
  /** The OpenAPI document, for readers who got it from this sandbox. */
  readonly document: () => Promise<ReturnType<typeof openApiDocument>>
  /** A file of the page by its name. */
  readonly file: (name: string) => Promise<Buffer>
}

/** The reference of these endpoints; `root` is the folder of this package. Nothing is read or made before it is asked for. */
export function createReference(
  root: string,
  version: string,
  endpoints: () => readonly BoundEndpoint[],
): ReferenceTools {
  let document: ReturnType<typeof openApiDocument> | null = null
  const make = async () => {
    const examples = JSON.parse(await readFile(join(root, 'fixtures', 'examples.json'), 'utf8')) as Examples
    return openApiDocument({
      operations: endpoints(),
      webhook: finalTransaction,
      version,
      serverUrl: '/',
      examples,
    })
  }
  return {
    async document() {
      document ??= await make()
      return document
    },
    file: (name) => readReferenceFile(root, name),
  }
}

/** Where the page's files are in the repository, where no build may be stale. */
const homes = [
  ['src', 'control', 'about', 'reference'],
  ['node_modules', 'swagger-ui-dist'],
]

/** The published package has them compressed: 2 MB less to install, for a page that few look at. */
async function readReferenceFile(root: string, name: string): Promise<Buffer> {
  for (const home of homes) {
    const bytes = await readFile(join(root, ...home, name)).catch(() => null)
    if (bytes) return bytes
  }
  return brotliDecompressSync(await readFile(join(root, 'dist', 'reference', `${name}.br`)))
}
