import { lstatSync, rmSync, writeFileSync } from 'node:fs'

const claimOf = (file: string) => `${file}.claim`

/**
 * Does `work` with a claim to `file`: an empty file beside it, which shows a sandbox on this machine that its own user asks.
 * Without a folder for it there is none. A file that has something in it is left as it is, and claims nothing.
 */
export async function claiming<R>(file: string, work: () => Promise<R>): Promise<R> {
  const claim = claimOf(file)
  try {
    writeFileSync(claim, '', { flag: 'wx', mode: 0o600 })
  } catch {
    // It is there, or the folder may be on the sandbox's machine only.
    return work()
  }
  return work().finally(() => rmSync(claim, { force: true }))
}

/** True if the user of this process has claimed the file; each claim counts once. */
export function takeClaim(file: string): boolean {
  const claim = claimOf(file)
  try {
    const found = lstatSync(claim)
    // Windows has no user ids.
    if (!found.isFile() || found.size > 0 || found.uid !== (process.getuid?.() ?? found.uid)) return false
    rmSync(claim)
    return true
  } catch {
    return false
  }
}
