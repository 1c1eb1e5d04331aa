// `npm run docs` builds the pages of docs/ as a site. `npm run docs -- dev` serves them, and shows each change.
import { fileURLToPath } from 'node:url'
import { loadTool } from './load-tool.mjs'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))
const { build, createServer } = await loadTool('vitepress')
if (process.argv[2] === 'dev') {
  const server = await createServer(docs)
  await server.listen()
  server.printUrls()
} else {
  await build(docs)
}
