import { setMaxListeners } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Area, Reply } from '../contract/endpoint.ts'
import { type Exposure, refuseExposure } from './exposure.ts'
import type { Handle, OpenPort } from './listen.ts'
import { refuse } from './not-found.ts'
import type { HttpOptions } from './options.ts'
import { asksForPage, isControlPath, pathOf, toOriginForm, toPageFile } from './path.ts'
import { send } from './send.ts'

/** A served port. */
export interface Served {
  /** Loads what answers calls to an area, which the first of them would wait for. */
  load(area: Area): Promise<unknown>
  /** Lets calls under way know that the sandbox stops, and closes the port as `OpenPort` does. */
  close(graceMs: number): Promise<void>
}

/** Answers the calls that come to an open port. */
export function serve(options: HttpOptions, exposure: Exposure, port: OpenPort): Served {
  const stopping = new AbortController()
  // Any number of calls may wait at once.
  setMaxListeners(0, stopping.signal)
  const apps = new Map<Area, RequestListener>()
  const load = async (area: Area) => {
    const [{ createApp }, endpoints] = await Promise.all([import('./app.ts'), options.endpoints(area)])
    const app = apps.get(area) ?? createApp(options, endpoints, stopping.signal)
    apps.set(area, app)
    return app
  }
  const firstOf = async (area: Area, incoming: IncomingMessage, outgoing: ServerResponse) => {
    try {
      const app = await load(area)
      app(incoming, outgoing)
    } catch (cause) {
      options.log.fault(`${incoming.method} ${pathOf(incoming)} failed`, cause)
      outgoing.destroy()
    }
  }
  const handle: Handle = (incoming, outgoing) => {
    toOriginForm(incoming)
    toPageFile(incoming)
    const isForPage = asksForPage(incoming)
    const area = isControlPath(incoming.url ?? '') ? 'control' : 'service'
    if (!isForPage && area === 'service') options.counts.arrived++
    const refused = refuseExposure(incoming, exposure)
    if (refused) return refuse(options, incoming, outgoing, refused)
    if (isForPage) return void send(outgoing, toPage, options.log)
    const app = apps.get(area)
    if (app) app(incoming, outgoing)
    else void firstOf(area, incoming, outgoing)
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

/** Where a browser goes whose user typed nothing but the sandbox's address. */
const toPage: Reply = { status: 302, body: null, headers: { location: '/_sandbox/', vary: 'accept' } }
