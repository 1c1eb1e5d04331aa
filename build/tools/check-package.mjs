import { readFileSync } from 'node:fs'
import { loadTool } from './load-tool.mjs'

// `node build/tools/check-package.mjs FILE.tgz` checks whether every kind of importer can use the packed package and its types.
const { checkPackage, createPackageFromTarballData } = await loadTool('@arethetypeswrong/core')
const { publint } = await loadTool('publint')
const { formatMessage } = await loadTool('publint/utils')

const [, , file] = process.argv
const tarball = readFileSync(file)
const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true })
const { problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))

/** Problems that are intended: TypeScript's old resolution `node10` ignores `exports`, and vitest's fixtures are ES modules only. */
function isIntended({ kind, resolutionKind, entrypoint }) {
  if (resolutionKind === 'node10') return true
  return entrypoint === './vitest' && kind === 'CJSResolvesToESM'
}

const found = [
  ...messages.map((message) => formatMessage(message, pkg)),
  ...problems.filter((problem) => !isIntended(problem)).map((problem) => JSON.stringify(problem)),
]
process.stdout.write(found.map((line) => `${line}\n`).join(''))
process.exitCode = found.length === 0 ? 0 : 1
