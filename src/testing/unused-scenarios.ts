/** A scenario that waits in the queue of a business. */
export interface Queued {
  readonly use: string
  readonly remaining: number
  readonly match?: unknown
}

type QueueOf = (key: string) => readonly Queued[] | Promise<readonly Queued[]>

/** The queued scenarios that no request used, which a test should not leave behind. */
export class UnusedScenarios {
  readonly #queueOf: QueueOf
  /** Keys of the businesses that queued a scenario. */
  readonly #queuers = new Set<string>()
  /** Scenarios that no request had used when their business was reset. */
  readonly #resetAway: string[] = []

  constructor(queueOf: QueueOf) {
    this.#queueOf = queueOf
  }

  queued(key: string): void {
    this.#queuers.add(key)
  }

  async beforeReset(key: string): Promise<void> {
    if (this.#queuers.delete(key)) this.#resetAway.push(...(await this.#of([key])))
  }

  /** Resolves with all of them, once. */
  async all(): Promise<readonly string[]> {
    const keys = [...this.#queuers]
    this.#queuers.clear()
    return [...this.#resetAway.splice(0), ...(await this.#of(keys))]
  }

  async #of(keys: readonly string[]): Promise<readonly string[]> {
    const queues = await Promise.all(keys.map(async (key) => ({ key, queue: await this.#queueOf(key) })))
    return queues.flatMap(({ key, queue }) =>
      queue.map(({ use, remaining, match }) => {
        const times = remaining === 1 ? '' : `, ${remaining} times`
        const only = (match ?? null) === null ? '' : `, for ${JSON.stringify(match)}`
        return `${use} in ${key}${times}${only}`
      }),
    )
  }
}
