import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** `node build/check-package.mjs FILE.tgz`: whether package.json and the types of the packed package serve every kind of importer. */
const [, , file] = process.argv
const tarball = readFileSync(file)
const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true })
const { problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))

/**
 * What is meant so: the old resolution of TypeScript's `node10` knows no `exports`, and vitest's fixtures are an ES module
 * only, as vitest is.
 */
function isMeant({ kind, resolutionKind, entrypoint }) {
  if (resolutionKind === 'node10') return true
  return entrypoint === './vitest' && kind === 'CJSResolvesToESM'
}

const found = [
  ...messages.map((message) => formatMessage(message, pkg)),
  ...problems.filter((problem) => !isMeant(problem)).map((problem) => JSON.stringify(problem)),
]
process.stdout.write(found.map((line) => `${line}\n`).join(''))
process.exitCode = found.length === 0 ? 0 : 1
