/**
 * A merchant on a bad line: when a request breaks off it sends the same order again under the same reference, and takes
 * `Duplicate reference` for the word that the first one had arrived.
 */
export class Retrier {
  broken = 0
  readonly #base: string
  readonly #apiKey: string

  constructor(base: string, apiKey: string) {
    this.#base = base
    this.#apiKey = apiKey
  }

  async pay(path: string, order: object): Promise<'accepted' | 'known already'> {
    for (let tries = 0; tries < 5; tries++) {
      try {
        const response = await fetch(`${this.#base}${path}`, {
          method: 'POST',
          headers: { Authorization: this.#apiKey, 'Content-Type': 'application/json' },
          body: JSON.stringify(order),
        })
        const answer = (await response.json()) as { readonly message?: string }
        if (response.ok) return 'accepted'
        if (answer.message === 'Duplicate reference') return 'known already'
        throw new Error(`refused: ${answer.message}`)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        this.broken += 1
      }
    }
    throw new Error('the line stays dead')
  }
}
