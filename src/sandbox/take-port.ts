import type { Config } from '../config.ts'
import { listen } from '../http/port/listen.ts'
import { inUrl } from './addresses.ts'

const withoutPort = { open: null, port: 0, url: 'http://payments-sandbox.localhost' } as const

/** Takes the port of the config, or none. Throws a `PortTaken`. */
export async function takePort(config: Config, listens: boolean, problem: (message: string) => void) {
  if (!listens) return withoutPort
  const open = await listen(config, problem)
  return { open, port: open.port, url: `http://${inUrl(config.host)}:${open.port}` }
}
