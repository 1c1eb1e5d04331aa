import { onTestFinished } from 'vitest'
import { configSchema } from '../../src/config.ts'
import type { BoundEndpoint } from '../../src/contract/endpoint.ts'
import { connect } from '../../src/sandbox/connect.ts'
import { loadedApp } from '../../src/sandbox/loaded-app.ts'
import { observe } from '../../src/sandbox/observe.ts'
import { readFiles } from '../../src/sandbox/read-files.ts'
import { accessBy } from '../../src/sandbox/settings-by-key.ts'
import { takePort } from '../../src/sandbox/take-port.ts'
import { steadyClock } from '../../src/time.ts'
import { webhookHandlers } from '../../src/webhooks/handlers.ts'
import { type OpenedStore, openStore } from './opened-store.ts'

/** A sandbox whose database a test can spoil. */
export interface OpenedParts {
  readonly url: string
  readonly store: OpenedStore
  /** The endpoints of the service. */
  readonly service: readonly BoundEndpoint[]
  readonly faults: { readonly message: string; readonly cause: unknown }[]
}

/** Puts a sandbox together as sandbox.ts does, on a store in memory with a frozen clock, until the test is over. */
export async function openParts(backupTo: string | null = null): Promise<OpenedParts> {
  const config = configSchema.parse({ data: ':memory:', port: 0, seed: 1, scenarios: [], backupTo })
  const wall = steadyClock()
  const store = openStore({ wall })
  const faults: { message: string; cause: unknown }[] = []
  const fault = (message: string, cause: unknown) => void faults.push({ message, cause })
  const log = { fault, hint: () => {}, problem: (message: string) => fault(message, null) }
  const files = await readFiles(config, log)
  const { journal, reporter } = observe({ store, files, keepsChapters: false })
  const { open, port, url } = await takePort(config, true, log.problem)
  const stopping = new AbortController()
  const parts = await connect({
    ...{ config, files, store, seed: 1, wall, log, journal, reporter, url, port },
    ...{ scheduled: null, probe: null, handlers: webhookHandlers(), ending: { by: 'program' } },
    isDraining: () => false,
  })
  open?.answer(
    loadedApp({
      exposure: { allowHosts: [], token: null, opensHealth: false, port },
      ...accessBy(files.settings, config, store),
      service: parts.service,
      control: parts.control,
      counts: { arrived: 0, keyless: 0 },
      record: journal.record,
      stopping: stopping.signal,
      log,
    }),
  )
  parts.engine.start()
  onTestFinished(async () => {
    stopping.abort()
    files.scenarios.close()
    await Promise.all([parts.engine.stop(), open?.close(1000)])
    await parts.client.close()
  })
  return { url, store, service: parts.service, faults }
}
