import { statSync } from 'node:fs'
import { ConfigError } from '../../config.ts'
import { codeOf } from '../../error-code.ts'

/** Throws a `ConfigError` if the working folder was deleted or may not be entered: every relative path would fail. */
export function requireWorkingFolder(): void {
  try {
    process.cwd()
    statSync('.')
  } catch (cause) {
    const why = codeOf(cause) === 'ENOENT' ? 'was deleted' : `may not be entered (${codeOf(cause)})`
    throw new ConfigError([`The working folder ${why}: change to another folder with cd`])
  }
}
