import { lstatSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { takeClaim } from '../../claimed-file.ts'
import { messageOf } from '../../error-code.ts'
import { makeFolder } from '../../make-folder.ts'
import { refusal } from '../../words/errors.ts'

/** Throws unless a backup may be written here: in the folder for backups, or where the user of this process claimed a file. */
export function refuseElsewhere(file: string, folder: string | null): void {
  if (takeClaim(file)) return
  if (folder === null || dirname(resolve(file)) !== resolve(folder)) {
    throw refusal({ why: 'not-backed-up', is: 'elsewhere', file, folder: folder && resolve(folder) }, 'invalid')
  }
  try {
    makeFolder(folder, 0o700)
    if (lstatSync(folder).isSymbolicLink()) throw new Error('its folder is a link')
  } catch (cause) {
    throw refusal({ why: 'not-backed-up', is: 'unwritable', file, error: messageOf(cause) })
  }
}
