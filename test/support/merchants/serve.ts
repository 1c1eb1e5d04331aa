import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Merchant } from './merchant.ts'

interface Serving {
  /** False: it asks for the status of what is open only if `/cron` is called, and not when its books are looked at. */
  readonly asksWhenSeen?: boolean
}

/** In bytes. */
const longestBody = 500_000

export async function serve(merchantAt: (callbackUrl: string) => Merchant, { asksWhenSeen = true }: Serving = {}) {
  let merchant: Merchant | undefined
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of incoming) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop closes the connection in the middle of the body.
      if (size > longestBody) return outgoing.writeHead(413).end()
    }
    const body = Buffer.concat(chunks)
    const answer = (status: number, value: unknown) =>
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const { url = '', method } = incoming
    if (merchant === undefined) return answer(503, {})
    if (method === 'POST' && url === '/orders') {
      const { reference } = await merchant.order(JSON.parse(body.toString()).amount)
      return answer(200, { reference })
    }
    if (method === 'POST' && url === '/withdrawals') {
      const key = String(incoming.headers['idempotency-key'])
      const { reference } = await merchant.withdraw(JSON.parse(body.toString()).amount, key)
      return answer(200, { reference })
    }
    if (url === '/cron') {
      await merchant.askOpen()
      return answer(200, {})
    }
    if (url.startsWith('/withdrawals/')) {
      if (asksWhenSeen) await merchant.askOpen()
      const shown = merchant.shownWithdrawal(decodeURIComponent(url.slice('/withdrawals/'.length)))
      return answer(shown === undefined ? 404 : 200, shown)
    }
    if (url.startsWith('/wallets/')) {
      const balance = merchant.balanceOf(url.slice('/wallets/'.length))
      return answer(balance === undefined ? 404 : 200, { balance })
    }
    if (url.startsWith('/orders/')) {
      const reference = decodeURIComponent(url.slice('/orders/'.length))
      if (asksWhenSeen) await merchant.askOpen()
      const shown = merchant.shown(reference)
      return answer(shown === undefined ? 404 : 200, shown)
    }
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
    const response = await merchant.receive(new Request('http://shop/webhooks', { method: 'POST', headers, body }))
    outgoing.writeHead(response.status, [...response.headers].flat()).end(await response.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  merchant = merchantAt(`${url}/webhooks`)
  return {
    url,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
