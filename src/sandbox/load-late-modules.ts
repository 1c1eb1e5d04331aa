import { loadNames } from '../domain/names.ts'
import type { Log } from '../http/options.ts'
import type { Served } from '../http/serve.ts'
import { loadJunit } from '../report/load-junit.ts'
import { loadCodeFrame } from '../scenarios/files/code-frames.ts'
import { nextTurn, sleep } from '../time.ts'
import { loadClient } from '../webhooks/deliver/load-client.ts'

/** How long a sandbox that is ready rests before it loads what is needed later: its callers come first. */
const restMs = 50

/**
 * Loads the modules that no start waits for, before anybody needs them. Node remembers a failed import for the life of the
 * process: one file descriptor too few at the first webhook would be the end of all webhooks.
 */
export async function loadLateModules(
  { load: loadApp }: Pick<Served, 'load'>,
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
  const apps = [() => loadApp('service'), () => loadApp('control')]
  await sleep(restMs, stopping)
  try {
    for (const load of [...apps, loadClient, loadNames, loadJunit, loadCodeFrame]) {
      if (stopping.aborted) return
      await load()
      await nextTurn()
    }
  } catch (cause) {
    log.fault(
      'a part of the sandbox could not be loaded: start it again, with more file descriptors (ulimit -n)',
      cause,
    )
  }
}
