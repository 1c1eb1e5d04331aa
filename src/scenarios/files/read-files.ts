import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Diagnostic, fileDiagnostic } from './diagnostic.ts'

/** Where scenario files are looked for. */
export interface ScenarioFolders {
  /** A folder, or files and folders. */
  readonly paths: string | readonly string[]
  /** True when somebody named them: they must exist, and every YAML file in them must be a scenario file. */
  readonly strict: boolean
}

/** The text of one scenario file. */
export interface FileText {
  readonly name: string
  readonly text: string
}

/** The largest scenario file that is read: parsing takes longer than in proportion. */
export const maxFileBytes = 32 * 1024

/** Reads all scenario files, each folder in name order, no file twice. */
export async function readScenarioFiles({
  paths,
  strict,
}: ScenarioFolders): Promise<{ texts: FileText[]; diagnostics: Diagnostic[] }> {
  const found = await Promise.all([paths].flat().map((path) => filesAt(path, strict)))
  const seen = new Set<string>()
  const files = found.flatMap(({ files }) => files).filter(({ realPath }) => !seen.has(realPath) && seen.add(realPath))
  const reads = await Promise.all(files.map(({ name }) => readText(name, strict)))
  const diagnostics = found.flatMap((each) => each.diagnostics)
  return {
    texts: reads.flatMap((read) => (read && 'text' in read ? [read] : [])),
    diagnostics: [...diagnostics, ...reads.flatMap((read) => (read && 'message' in read ? [read] : []))],
  }
}

/** True for the name of a file that can be a scenario file of its folder. */
export function isYamlFile(name: string): boolean {
  return /\.ya?ml$/.test(name)
}

/** What is said of a file that is too large. */
export function tooLarge(name: string): Diagnostic {
  return fileDiagnostic(name, 'is larger than 32 KB; split it into several files')
}

interface Found {
  readonly files: readonly { readonly name: string; readonly realPath: string }[]
  readonly diagnostics: readonly Diagnostic[]
}

async function filesAt(path: string, mustExist: boolean): Promise<Found> {
  try {
    if (!(await stat(path)).isDirectory())
      return { files: [{ name: path, realPath: await realpath(path) }], diagnostics: [] }
    const names = (await readdir(path)).filter(isYamlFile).sort()
    if (names.length === 0 && mustExist)
      return { files: [], diagnostics: [fileDiagnostic(path, 'holds no .yaml or .yml file; name another folder')] }
    return { files: await Promise.all(names.map((name) => fileAt(join(path, name)))), diagnostics: [] }
  } catch (error) {
    if (!mustExist && codeOf(error) === 'ENOENT') return { files: [], diagnostics: [] }
    return { files: [], diagnostics: [unreadable(path, error)] }
  }
}

async function fileAt(name: string): Promise<Found['files'][number]> {
  // A link that leads nowhere is reported when it is read.
  return { name, realPath: await realpath(name).catch(() => name) }
}

/** The text of a file, what is wrong with it, or null for a YAML file that is not meant for the sandbox. */
async function readText(name: string, strict: boolean): Promise<FileText | Diagnostic | null> {
  try {
    // Reading a named pipe would wait forever.
    if (!(await stat(name)).isFile())
      return strict ? fileDiagnostic(name, 'is not a file; name a YAML file or a folder of them') : null
    const bytes = await readAtMost(name, maxFileBytes + 1)
    if (!strict && !declaresVersion(bytes)) return null
    if (bytes.length > maxFileBytes) return tooLarge(name)
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    if (error instanceof TypeError && codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      return fileDiagnostic(name, 'is not UTF-8 text; save it as UTF-8')
    }
    return unreadable(name, error)
  }
}

async function readAtMost(path: string, count: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: count - 1 })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Other tools keep YAML in folders called scenarios too; ours says `version:` at its top level. */
function declaresVersion(bytes: Buffer): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?(?:\{\s*)?["']?version["']?\s*:/m.test(bytes.toString('latin1'))
}

function unreadable(path: string, error: unknown): Diagnostic {
  const code = codeOf(error)
  if (code === 'ENOENT') return fileDiagnostic(path, 'does not exist; check the path')
  if (code === 'EACCES') return fileDiagnostic(path, 'cannot be read: permission denied; let this user read it')
  if (code === null) throw error
  return fileDiagnostic(path, `cannot be read: ${code}`)
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
