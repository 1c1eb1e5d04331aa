import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A merchant who believes webhooks: it reads `id`, `status` and `reference_business`, and believes only a body whose
 * signature is right. It checks the bytes as they came, and once more what its framework would have made of them.
 */
export class WebhookReader {
  /** What the merchant thinks of its orders, by reference. */
  readonly orders = new Map<string, { id: string; status: string }>()
  readonly refused: string[] = []
  readonly #apiKey: string
  readonly #server: Server

  constructor(apiKey: string) {
    this.#apiKey = apiKey
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const isRight = this.#take(Buffer.concat(chunks), String(request.headers['x-webhook-signature']))
        response.writeHead(isRight ? 200 : 401).end()
      })
    })
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/payments/webhook`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #take(raw: Buffer, signature: string): boolean {
    const payload = JSON.parse(raw.toString('utf8'))
    const isRight = this.#isSigned(raw, signature) && this.#isSigned(JSON.stringify(payload), signature)
    if (isRight) this.orders.set(payload.reference_business, { id: payload.id, status: payload.status })
    else this.refused.push(raw.toString('utf8'))
    return isRight
  }

  #isSigned(body: Buffer | string, signature: string): boolean {
    const expected = createHmac('sha512', this.#apiKey).update(body).digest()
    const given = Buffer.from(signature, 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}
