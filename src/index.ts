/** The public API: a sandbox inside your own process. For tests, `payments-sandbox/testing` is more comfortable. */

import type { Config } from './config.ts'
import { type Log, type RunningSandbox, startSandbox as start } from './sandbox.ts'

export { type Config, type ConfigInput, configSchema } from './config.ts'
export type { Log, RunningSandbox } from './sandbox.ts'

/** Builds a sandbox from its configuration and starts it. Throws if the port, the folder or a scenario file is unusable. */
export async function startSandbox(config: Config, log: Log): Promise<RunningSandbox> {
  // JavaScript may call it as the one of payments-sandbox/testing.
  if (typeof config?.host !== 'string' || typeof log?.fault !== 'function') throw new TypeError(needsBoth)
  // A program may replace Node's classes before the first call, which loads the rest of the app.
  await import('./web/own-request.ts')
  return start(config, log)
}

const needsBoth =
  'startSandbox() takes a whole config and a log: startSandbox(configSchema.parse({ port: 4747 }), log); for tests there is one without them in payments-sandbox/testing'
