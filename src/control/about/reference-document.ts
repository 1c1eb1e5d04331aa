import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BoundEndpoint } from '../../contract/endpoint.ts'
import { openApiDocument } from '../../contract/openapi/document.ts'
import type { Examples } from '../../contract/openapi/examples.ts'
import { finalTransaction } from '../../flows/final-record.ts'

export type ReferenceDocument = () => Promise<ReturnType<typeof openApiDocument>>

/** Makes the document of these endpoints at its first use; `root` is the folder of this package. */
export function createReferenceDocument(
  root: string,
  version: string,
  endpoints: () => readonly BoundEndpoint[],
): ReferenceDocument {
  let document: ReturnType<typeof openApiDocument> | null = null
  return async () => {
    if (document !== null) return document
    const examples = JSON.parse(await readFile(join(root, 'fixtures', 'examples.json'), 'utf8')) as Examples
    document = openApiDocument({
      operations: endpoints(),
      webhook: finalTransaction,
      version,
      serverUrl: '/',
      examples,
    })
    return document
  }
}
