import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../store/sqlite/file/database.ts'

/** Reads the whole database of a stopped sandbox. Returns false if the folder has none; throws a `DataFolderError` at damage. */
export function checkDatabase(folder: string): boolean {
  if (!existsSync(join(folder, 'sandbox.db'))) return false
  openDatabase({ folder, durable: false, seed: null, isChecked: true }).db.close()
  return true
}
