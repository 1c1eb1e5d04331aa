import { mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from './is-running.ts'

const start = 'payments-sandbox-run-'

/** Makes a folder for one run of a command, named after this process. Removes those of processes that were killed. */
export async function makeRunFolder(): Promise<string> {
  await sweep()
  return mkdtempSync(join(tmpdir(), `${start}${process.pid}-`))
}

/** Removes a run's folder. On Windows one that a left process works in cannot be removed: it stays among the temporary files. */
export async function removeRunFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 2 }).catch(() => {})
}

async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = new RegExp(`^${start}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) await removeRunFolder(join(tmpdir(), name))
  }
}
