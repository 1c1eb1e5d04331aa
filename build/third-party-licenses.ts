import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'tsdown'

const fileName = 'THIRD-PARTY-LICENSES.txt'

/**
 * Writes `dist/THIRD-PARTY-LICENSES.txt`: the licence of every bundled package, because the licences demand that their
 * notices stay with the code. A bundled package without a licence file fails the build.
 */
export function thirdPartyLicenses(): Rolldown.Plugin {
  return {
    name: 'third-party-licenses',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const folders = new Set(modules.flatMap(packageFolder))
      // Packages of one project have one text: it stands once, below all of them.
      const titles = new Map<string, string[]>()
      for (const { title, text } of [...folders].map(notice)) titles.set(text, [...(titles.get(text) ?? []), title])
      const notices = [...titles].map(([text, of]) => `${of.sort().join('\n')}\n\n${text}`)
      this.emitFile({ type: 'asset', fileName, source: notices.sort().join('\n\n') })
    },
  }
}

const insidePackage = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/** The folder of the package that a bundled module comes from; empty for our own modules and the bundler's helpers. */
function packageFolder(moduleId: string): string[] {
  const folder = insidePackage.exec(moduleId.replace(/^\0/, ''))?.[1]
  return folder === undefined ? [] : [folder]
}

function notice(folder: string): { readonly title: string; readonly text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort()
  if (files.length === 0)
    throw new Error(`${name} is bundled but has no licence file in ${folder}: replace the package`)
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return { title: `${name} ${version} (${license})`, text: texts.join('\n\n') }
}
