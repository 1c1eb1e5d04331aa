/** The public API: a sandbox inside your own process. For tests, `payments-sandbox/testing` is more comfortable. */
export { type Config, type ConfigInput, configSchema } from './config.ts'
export { type RunningSandbox, startSandbox } from './sandbox.ts'
