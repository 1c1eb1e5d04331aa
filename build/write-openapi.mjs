// Writes docs/openapi.json: the document that this build serves, with the default address.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configSchema, startSandbox } from '../dist/index.cjs'

const config = configSchema.parse({ data: ':memory:', port: 0, scenarios: [] })
const silent = { fault() {}, hint() {} }
const sandbox = await startSandbox(config, silent)
try {
  const response = await fetch(`${sandbox.url}/_sandbox/openapi.json`)
  const document = {
    ...(await response.json()),
    servers: [{ url: 'http://127.0.0.1:4747', description: 'This sandbox.' }],
  }
  await writeFile(join(import.meta.dirname, '..', 'docs', 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
} finally {
  await sandbox.close()
}
