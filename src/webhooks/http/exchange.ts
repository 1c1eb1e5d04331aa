import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { askedWaitMs, type NoAnswer, type Outcome } from '../../domain/delivery.ts'
import { obstacleIn } from '../../domain/obstacle.ts'
import { endOfTurn } from '../../time/tuned-turn-end.ts'
import { alarm, monotonicMs, wallMs } from '../../time.ts'
import { type ExchangeStage, noAnswerAfter, switchesProtocol, timedOut } from './failure.ts'

/** The sandbox stopped the attempt; the merchant's server is not the reason. */
export const stopped = {
  reason: 'stopped',
  error: 'stopped before an answer: the sandbox was reset or is shutting down',
} as const

const readBytes = 64 * 1024
const keptBytes = 4 * 1024

interface ExchangeOptions {
  readonly url: string
  readonly host: string
  readonly secure: boolean
  readonly isContainer: boolean
  readonly timeoutMs: number
  readonly connected: () => void
  readonly settled: (outcome: Outcome) => void
}

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  readonly #startedMs = monotonicMs()
  readonly #deadline = alarm()
  readonly #kept: Buffer[] = []
  #controller: Dispatcher.DispatchController | null = null
  #stage: ExchangeStage = 'connecting'
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #received = 0
  #retryAfterMs = 0
  #settled = false
  #hindrance: Error | null = null

  constructor(options: ExchangeOptions) {
    this.#options = options
    // When this process was suspended, the answer may be here and only unread.
    this.#deadline.in(options.timeoutMs, () => endOfTurn(() => this.#giveUp()))
  }

  stop(why: NoAnswer): void {
    this.#settle({ response: null, ...why })
    this.#controller?.abort(new Error(why.error))
  }

  /** Notes an error that prevents a connection now but may end before the deadline. */
  hindered(error: Error): void {
    this.#hindrance = error
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The client also sends queued requests that are already settled, unless they are aborted here.
    if (this.#settled) controller.abort(new Error(stopped.error))
    if (this.#settled) return
    this.#stage = 'sent'
    this.#options.connected()
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status === 101) this.stop(switchesProtocol(this.#options.host))
    this.#stage = status < 200 ? 'interim' : 'answering'
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    this.#retryAfterMs = askedWaitMs(status, String(headers['retry-after'] ?? ''), wallMs())
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = keptBytes - this.#received
    if (room > 0) this.#kept.push(chunk.subarray(0, room))
    this.#received += chunk.length
    if (this.#received <= readBytes) return
    this.#answer()
    controller.abort(new Error('the answer is longer than a webhook receiver has reason to send'))
  }

  onResponseEnd(): void {
    this.#answer()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle({ response: null, ...noAnswerAfter(error, this.#circumstances()) })
  }

  #giveUp(): void {
    if (this.#settled) return
    const hindrance = this.#stage === 'connecting' ? this.#hindrance : null
    const at = this.#circumstances()
    this.stop(hindrance ? noAnswerAfter(hindrance, at) : timedOut(this.#options.timeoutMs, at))
  }

  #answer(): void {
    const kept = Buffer.concat(this.#kept)
    const isCut = this.#received > keptBytes
    const body = isCut ? decoded(kept) : kept.toString()
    const response = { status: this.#status, body }
    const stoppedBy = obstacleIn(response, this.#headers, this.#options.url)
    this.#settle({ response, error: null, ...(stoppedBy && { stoppedBy }) })
  }

  #settle(answer: Pick<Outcome, 'response' | 'error' | 'reason' | 'stoppedBy'>): void {
    if (this.#settled) return
    this.#settled = true
    this.#deadline.off()
    const durationMs = Math.round(monotonicMs() - this.#startedMs)
    const outcome = { ...answer, sent: this.#stage !== 'connecting', durationMs }
    this.#options.settled(this.#retryAfterMs > 0 ? { ...outcome, retryAfterMs: this.#retryAfterMs } : outcome)
  }

  #circumstances() {
    const { host, secure, isContainer } = this.#options
    return { host, secure, isContainer, stage: this.#stage, status: this.#status }
  }
}

/** A stream decoder leaves out a last character that the limit cut in two. */
function decoded(start: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(start, { stream: true })
}
