import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Business, Sandbox } from './index.ts'

/** What your server needs to know of its sandbox. */
export interface ServerContext {
  /** Where your code sends its payments: `sandbox.url`. */
  readonly baseUrl: string
  /** The key of `shop`, which your code sends. */
  readonly apiKey: string
  /** The secret that signs the webhooks. */
  readonly webhookSecret: string
  /** The address of the webhooks at your server. `shop` has it already; a request can name it too. */
  readonly callbackUrl: string
}

/** The fixtures of `ownServer`. */
export interface OwnServer {
  /** Your server on a free port, one for each test, and its business. */
  readonly server: { readonly url: string; readonly shop: Business }
  /** The address of your server, such as `http://127.0.0.1:40123`. */
  readonly serverUrl: string
  /** A business for this test; its webhooks go to your server. */
  readonly shop: Business
}

type Use<T> = (value: T) => Promise<void>

/**
 * Fixtures that put your own server in the place of `merchant`. `app` gives what `createServer` of `node:http` takes, such as an
 * app of Express. `path` is where it receives webhooks (default `'/webhooks'`).
 *
 * @example
 * const test = base.extend<OwnServer>(ownServer((payments) => createShop(payments)))
 */
export function ownServer(
  app: (payments: ServerContext) => RequestListener | Promise<RequestListener>,
  path = '/webhooks',
) {
  return {
    async server({ sandbox }: { readonly sandbox: Sandbox }, use: Use<OwnServer['server']>) {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const callbackUrl = new URL(path, url).href
      const shop = await sandbox.business({ callbackUrl })
      const { apiKey, webhookSecret } = shop
      server.on('request', await app({ baseUrl: sandbox.url, apiKey, webhookSecret, callbackUrl }))
      await use({ url, shop })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    serverUrl: async ({ server }: Pick<OwnServer, 'server'>, use: Use<string>) => use(server.url),
    shop: async ({ server }: Pick<OwnServer, 'server'>, use: Use<Business>) => use(server.shop),
  }
}
