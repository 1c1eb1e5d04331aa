/**
 * A merchant without a webhook handler: it asks for the payment until it is over. Its HTTP client sends a JSON content type
 * with every request, also with one that has no body, and never looks at HTTP statuses.
 */
export class Poller {
  readonly #base: string
  readonly #headers: Record<string, string>

  constructor(base: string, apiKey: string) {
    this.#base = base
    this.#headers = { Authorization: apiKey, 'Content-Type': 'application/json' }
  }

  async pay(path: string, order: object): Promise<{ id?: string; error?: string }> {
    const answer = await this.#call(path, { method: 'POST', body: JSON.stringify(order) })
    const record = Array.isArray(answer) ? answer[0] : answer
    return typeof record.id === 'string' ? { id: record.id } : { error: String(record.message) }
  }

  async follow(id: string, everyMs: number): Promise<{ status: string; message: string; amount: number }> {
    for (;;) {
      const payment = await this.#call(`/payments/${id}`, { method: 'GET' })
      if (payment.status === 'COMPLETED' || payment.status === 'FAILED') {
        return { status: payment.status, message: payment.message, amount: Number(payment.amount) }
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: this merchant believes every answer
  async #call(path: string, init: RequestInit): Promise<any> {
    const response = await fetch(`${this.#base}${path}`, { ...init, headers: this.#headers })
    return response.json()
  }
}
