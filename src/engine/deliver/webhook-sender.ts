import type { Attempting, Sent } from '../../domain/delivery.ts'
import type { Store } from '../../store/store.ts'
import { type DeliverJob, type Made, makeAttempt, recordAttempt } from './attempt.ts'
import type { DeliveryQueue } from './delivery-queue.ts'

/** `deliver` returns null if the signal stopped the attempt. */
export interface SenderTools {
  readonly store: Store
  readonly lanes: DeliveryQueue
  readonly deliver: (attempting: Attempting) => Promise<Sent | null>
}

/** Sends the webhooks of one business. The deadline of a webhook begins when its lane has room. */
export class WebhookSender {
  readonly #key: string
  readonly #tools: SenderTools
  /** A function for each waiting webhook that takes it back. */
  readonly #waiting = new Set<() => void>()
  /** Attempts that were made and not recorded yet, by job: if storage fails, only the record is tried again. */
  readonly #made = new Map<number, Made>()

  constructor(key: string, tools: SenderTools) {
    this.#key = key
    this.#tools = tools
  }

  /** Sends webhooks at one moment, as many as there are places. Their results are stored in this order. */
  async sendTogether(jobs: readonly DeliverJob[], signal: AbortSignal): Promise<void> {
    let before: Promise<unknown> = Promise.resolve()
    const sent = jobs.map((job) => {
      const own = this.send(job, signal, before)
      before = own.catch(() => undefined)
      return own
    })
    await Promise.all(sent)
  }

  /**
   * Resolves once the attempt is recorded, which is after `before`, or taken back before it began. Rejects if it cannot be
   * recorded.
   */
  send(job: DeliverJob, signal: AbortSignal, before: Promise<unknown> | null = null): Promise<void> {
    return new Promise((resolve, reject) => {
      let isTakenBack = false
      const takeBack = () => {
        isTakenBack = true
        resolve()
      }
      this.#waiting.add(takeBack)
      const run = async () => {
        if (isTakenBack) return
        this.#waiting.delete(takeBack)
        // The lane is free once the answer is there, so its record and the next claim share a commit.
        const made = await this.#make(job, signal).catch(reject)
        if (!made) return resolve()
        const recorded = before === null ? this.#record(job, made) : before.then(() => this.#record(job, made))
        recorded.then(resolve, reject)
      }
      this.#tools.lanes.run(this.#key, job.origin, { run, isWanted: () => !isTakenBack })
    })
  }

  async #make(job: DeliverJob, signal: AbortSignal): Promise<Made | null> {
    const { store, deliver } = this.#tools
    const made = this.#made.get(job.id) ?? (await makeAttempt({ store, deliver, key: this.#key, job, signal }))
    if (made !== null) this.#made.set(job.id, made)
    return made
  }

  async #record(job: DeliverJob, made: Made): Promise<void> {
    await recordAttempt({ store: this.#tools.store, key: this.#key, job }, made)
    this.#made.delete(job.id)
  }

  /** Takes back the webhooks that have not begun; their jobs stay due. */
  takeBack(): void {
    for (const takeBack of this.#waiting) takeBack()
    this.#waiting.clear()
  }
}
