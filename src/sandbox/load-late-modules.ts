import { loadNames } from '../domain/names.ts'
import type { Log } from '../http/options.ts'
import { loadJunit } from '../report/load-junit.ts'
import { loadCodeFrame } from '../scenarios/files/code-frames.ts'
import { loadClient } from '../webhooks/deliver.ts'

/**
 * Loads the modules that no start waits for, before anybody needs them. Node remembers a failed import for the life of the
 * process: one file descriptor too few at the first webhook would be the end of all webhooks.
 */
export async function loadLateModules(log: Log): Promise<void> {
  try {
    await Promise.all([loadClient, loadNames, loadJunit, loadCodeFrame].map((load) => load()))
  } catch (cause) {
    log.fault(
      'a part of the sandbox could not be loaded: start it again, with more file descriptors (ulimit -n)',
      cause,
    )
  }
}
