import type { Log } from '../http/options.ts'
import type { Served } from '../http/serve.ts'
import { nextTurn, sleep } from '../time.ts'
import { loadClient } from '../webhooks/http/load-client.ts'

/** How long a sandbox that is ready rests before it loads what is needed later: its callers come first. */
const restMs = 50

/**
 * Loads the modules that no start waits for, before anybody needs them: the first call or webhook would wait 0.1 s, or fail
 * where there is no file descriptor left. What few ever need, such as JUnit, is loaded where it is used: it takes 3 MB.
 */
export async function loadLateModules(
  { load: loadApp }: Pick<Served, 'load'>,
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
  const apps = [() => loadApp('service'), () => loadApp('control')]
  await sleep(restMs, stopping)
  try {
    for (const load of [...apps, loadClient]) {
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
