import { setMaxListeners } from 'node:events'
import type { RequestListener } from 'node:http'
import { type Exposure, refuseExposure } from './exposure.ts'
import type { Handle, OpenPort } from './listen.ts'
import { notFound, refuse } from './not-found.ts'
import type { HttpOptions } from './options.ts'
import { pathOf, toOriginForm } from './path.ts'

/** A served port. */
export interface Served {
  /** Loads what answers calls: the framework, which the first call would wait for. */
  load(): Promise<unknown>
  /** Lets calls under way know that the sandbox stops, and closes the port as `OpenPort` does. */
  close(graceMs: number): Promise<void>
}

/** Answers the calls that come to an open port. */
export function serve(options: HttpOptions, exposure: Exposure, port: OpenPort): Served {
  const stopping = new AbortController()
  // Any number of calls may wait at once.
  setMaxListeners(0, stopping.signal)
  let app: RequestListener | null = null
  const load = async () => {
    const { createApp } = await import('./app.ts')
    app ??= createApp(options, stopping.signal)
    return app
  }
  const handle: Handle = (incoming, outgoing) => {
    toOriginForm(incoming)
    const refused = refuseExposure(incoming, exposure)
    if (refused) return refuse(options, incoming, outgoing, refused)
    const { method = 'GET' } = incoming
    const path = pathOf(incoming)
    // D4: HEAD is no GET here; and Hono is not asked about targets that are no paths, or that its adapter refuses.
    if (method === 'HEAD' || !path.startsWith('/') || path.includes('\\'))
      return refuse(options, incoming, outgoing, notFound(method, path, options.endpoints))
    if (app) app(incoming, outgoing)
    else void load().then((loaded) => loaded(incoming, outgoing))
  }
  port.answer(handle)
  return {
    load,
    async close(graceMs) {
      stopping.abort()
      await port.close(graceMs)
    },
  }
}
