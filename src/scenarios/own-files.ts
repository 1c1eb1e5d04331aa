import { lstat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FactsBelow, Refused } from '../domain/refused.ts'
import { codeOf } from '../error-code.ts'
import { isFolder } from '../make-folder.ts'
import { refuseShipped } from './drafts.ts'
import { ScenarioFilesError } from './files/diagnostic.ts'
import { kindOfStats, maxFileBytes, readScenarioFiles, type ScenarioFolders, tooLarge } from './files/read-files.ts'
import { isOwnOver } from './is-own.ts'
import type { ScenarioSet } from './scenario.ts'

export type OwnFiles = ReturnType<typeof createOwnFiles>

export interface NewFile {
  readonly name: string
  readonly yaml: string
  readonly replaces: boolean
}

/** A file was not written. */
class NotSaved extends Refused<FactsBelow<'not-saved'>> {}

/** `reload` reads all scenario files again. */
export function createOwnFiles(folders: ScenarioFolders, shipped: ScenarioSet, reload: () => Promise<void>) {
  const folder = () => [folders.paths].flat().find(isFolder) ?? null
  return {
    /** Returns the folder where files can be saved, or null if the sandbox reads no folder. */
    folder,
    isOwn: isOwnOver(shipped),
    /** Writes a file, and resolves with its path once it is loaded. Throws a `ScenarioFilesError`, a `ShippedName` or a `NotSaved`. */
    async save({ name, yaml, replaces }: NewFile) {
      const home = folder()
      if (home === null) {
        throw new NotSaved({ why: 'not-saved', is: 'no-folder' })
      }
      const path = join(home, name)
      if (Buffer.byteLength(yaml) > maxFileBytes) throw new ScenarioFilesError([tooLarge(path)])
      const others = (await readScenarioFiles(folders)).texts.filter((text) => text.name !== path)
      const { checkFiles } = await import('./check-files.ts')
      const { set, diagnostics } = await checkFiles([...others, { name: path, text: yaml }], shipped)
      if (diagnostics.length > 0) throw new ScenarioFilesError(diagnostics)
      const saved = set.scenarios.filter(({ source }) => source.file === path)
      refuseShipped(saved, shipped)
      await write(path, yaml, replaces)
      await reload()
      return { path, names: saved.map((scenario) => scenario.name) }
    },
  }
}

async function write(path: string, yaml: string, replaces: boolean): Promise<void> {
  const there = await lstat(path).catch(() => null)
  // Writing to a named pipe would wait for a reader; a link leads to a file that is not one of scenarios.
  if (there && !there.isFile()) throw new NotSaved({ why: 'not-saved', is: 'no-file', path, kind: kindOfStats(there) })
  try {
    await writeFile(path, yaml, { flag: replaces ? 'w' : 'wx' })
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    const fault = code === 'EEXIST' ? ({ is: 'exists', path } as const) : ({ is: 'unwritable', path, code } as const)
    throw new NotSaved({ why: 'not-saved', ...fault })
  }
}
