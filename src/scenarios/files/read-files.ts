import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { codeOf } from '../../error-code.ts'
import { type Diagnostic, fileDiagnostic } from './diagnostic.ts'

export interface ScenarioFolders {
  readonly paths: string | readonly string[]
  /** True if the user named the paths: they must exist, and every YAML file in them must be a scenario file. */
  readonly strict: boolean
}

export interface FileText {
  readonly name: string
  readonly text: string
}

/** The largest scenario file, in bytes: parsing time grows faster than the size. */
export const maxFileBytes = 32 * 1024

export async function readScenarioFiles({
  paths,
  strict,
}: ScenarioFolders): Promise<{ texts: FileText[]; diagnostics: Diagnostic[] }> {
  const names = new Map<string, string>()
  const diagnostics: Diagnostic[] = []
  const report = (diagnostic: Diagnostic) => diagnostics.push(diagnostic)
  for (const path of [paths].flat()) {
    for (const name of await filesAt(path, strict, report)) {
      // A link that leads nowhere is reported when it is read.
      const realPath = await realpath(name).catch(() => name)
      if (!names.has(realPath)) names.set(realPath, name)
    }
  }
  const texts: FileText[] = []
  for (const name of names.values()) texts.push(...(await readText(name, strict, report)))
  return { texts, diagnostics }
}

export function isYamlFile(name: string): boolean {
  return /\.ya?ml$/.test(name)
}

export function tooLarge(name: string): Diagnostic {
  return fileDiagnostic(name, 'is larger than 32 KB; split it into several files')
}

type Report = (diagnostic: Diagnostic) => void

async function filesAt(path: string, mustExist: boolean, report: Report): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    const names = (await readdir(path)).filter(isYamlFile).sort()
    if (names.length === 0 && mustExist)
      report(fileDiagnostic(path, 'holds no .yaml or .yml file; name another folder'))
    return names.map((name) => join(path, name))
  } catch (error) {
    if (mustExist || codeOf(error) !== 'ENOENT') report(unreadable(path, error))
    return []
  }
}

/** The text of a file; none if it is wrong, or a YAML file that is not meant for the sandbox. */
async function readText(name: string, strict: boolean, report: Report): Promise<readonly FileText[]> {
  try {
    // Reading a named pipe would wait forever.
    if (!(await stat(name)).isFile()) {
      if (strict) report(fileDiagnostic(name, 'is not a file; name a YAML file or a folder of them'))
      return []
    }
    // One byte more than is taken shows that there are more.
    const bytes = await buffer(createReadStream(name, { end: maxFileBytes }))
    if (!strict && !declaresVersion(bytes)) return []
    if (bytes.length <= maxFileBytes) return [{ name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }]
    report(tooLarge(name))
  } catch (error) {
    const isNoText = error instanceof TypeError && codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    report(isNoText ? fileDiagnostic(name, 'is not UTF-8 text; save it as UTF-8') : unreadable(name, error))
  }
  return []
}

/** Other tools also keep YAML in folders named scenarios; a scenario file has `version:` at its top level. */
function declaresVersion(bytes: Buffer): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?(?:\{\s*)?["']?version["']?\s*:/m.test(bytes.toString('latin1'))
}

function unreadable(path: string, error: unknown): Diagnostic {
  const code = codeOf(error)
  if (code === 'ENOENT') return fileDiagnostic(path, 'does not exist; check the path')
  if (code === 'EACCES') return fileDiagnostic(path, 'cannot be read: permission denied; let this user read it')
  if (code === '') throw error
  return fileDiagnostic(path, `cannot be read: ${code}`)
}
