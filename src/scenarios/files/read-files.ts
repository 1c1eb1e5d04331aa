import { createReadStream, type Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { codeOf } from '../../error-code.ts'
import { encodingProblem, utf16Text } from '../../yaml/text-encoding.ts'
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

/** `passedOver` are YAML files that are not meant for the sandbox. */
export async function readScenarioFiles({
  paths,
  strict,
}: ScenarioFolders): Promise<{ texts: FileText[]; passedOver: string[]; diagnostics: Diagnostic[] }> {
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
  const passedOver: string[] = []
  for (const name of names.values()) {
    const bytes = await readBytes(name, report)
    if (bytes === null) continue
    if (!strict && !declaresVersion(bytes)) passedOver.push(name)
    else texts.push(...textIn({ name, bytes }, report))
  }
  return { texts, passedOver, diagnostics }
}

/** True for the name of a scenario file in a folder. Names that begin with a dot are copies and marks of editors and systems. */
export function isScenarioName(name: string): boolean {
  return /^[^.].*\.ya?ml$/s.test(name)
}

export function tooLarge(name: string): Diagnostic {
  return fileDiagnostic(name, 'is larger than 32 KB; split it into several files')
}

type AddDiagnostic = (diagnostic: Diagnostic) => void

async function filesAt(path: string, mustExist: boolean, report: AddDiagnostic): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    const names = (await readdir(path)).filter(isScenarioName).sort()
    if (names.length === 0 && mustExist)
      report(fileDiagnostic(path, 'holds no .yaml or .yml file; name another folder'))
    return names.map((name) => join(path, name))
  } catch (error) {
    if (mustExist || codeOf(error) !== 'ENOENT') report(unreadable(path, error))
    return []
  }
}

/** One byte more than a file may have shows that there are more. Null if it cannot be read. */
async function readBytes(name: string, report: AddDiagnostic): Promise<Buffer | null> {
  try {
    const stats = await stat(name)
    // Reading a named pipe would wait forever.
    if (stats.isFile()) return await buffer(createReadStream(name, { end: maxFileBytes }))
    const instead = 'move it away, or name YAML files or folders of them'
    report(fileDiagnostic(name, `is a ${kindOfStats(stats)}, not a file; ${instead}`))
  } catch (error) {
    report(unreadable(name, error))
  }
  return null
}

function textIn({ name, bytes }: { name: string; bytes: Buffer }, report: AddDiagnostic): readonly FileText[] {
  const isTooLarge = bytes.length > maxFileBytes
  // The cut may have divided a character of UTF-8. UTF-16 takes twice as many bytes as the file will have.
  const problem = isTooLarge && utf16Text(bytes) === null ? null : encodingProblem(bytes)
  if (problem === null && !isTooLarge) return [{ name, text: new TextDecoder().decode(bytes) }]
  report(problem === null ? tooLarge(name) : fileDiagnostic(name, problem))
  return []
}

/** The kind of what is not a file. */
export function kindOfStats(stats: Stats): string {
  if (stats.isDirectory()) return 'folder'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isFIFO()) return 'named pipe'
  return stats.isSocket() ? 'socket' : 'device'
}

/** Other tools also keep YAML in folders named scenarios; a scenario file has `version:` at its top level. */
function declaresVersion(bytes: Buffer): boolean {
  const text = utf16Text(bytes) ?? bytes.toString('latin1')
  return /^(?:\u00ef\u00bb\u00bf)?(?:\{\s*)?["']?version["']?\s*:/m.test(text)
}

function unreadable(path: string, error: unknown): Diagnostic {
  const code = codeOf(error)
  if (code === 'ENOENT') return fileDiagnostic(path, 'does not exist; check the path')
  if (code === 'EACCES') return fileDiagnostic(path, 'cannot be read: permission denied; let this user read it')
  if (code === '') throw error
  return fileDiagnostic(path, `cannot be read: ${code}`)
}
