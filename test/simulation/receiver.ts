import type { Outcome } from '../../src/domain/delivery.ts'
import { type Post, stopped } from '../../src/webhooks/http/post.ts'
import { startInHandler } from './commands.ts'
import { never } from './life.ts'
import type { Arrival, Memory } from './memory.ts'
import type { World } from './world.ts'

/** How the receiver takes a webhook. */
type Manner = 'answers' | 'hangs' | 'resets' | 'is away'

/** The merchants' endpoint: it answers, fails, hangs, and calls the sandbox back, as the seed will. */
export class Receiver {
  /** When true it answers everything well and at once, so that the world can come to rest. */
  isKind = false
  readonly #world: World
  #answers = 0
  readonly #underWay = new Map<string, number>()

  constructor(world: World) {
    this.#world = world
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0
  }

  /** True while an attempt of one of these webhooks is under way. */
  isAt(deliveries: readonly string[]): boolean {
    return deliveries.some((delivery) => this.#underWay.has(delivery))
  }

  /** The process that sent what is under way has died. */
  forget(): void {
    this.#underWay.clear()
  }

  /** Takes a webhook in place of the HTTP client. */
  async post(request: Post): Promise<Outcome> {
    const world = this.#world
    const life = world.lives
    const isOver = () => life !== world.lives || world.life.isOver
    const delivery = request.headers['x-sandbox-delivery'] ?? ''
    const number = Number(request.headers['x-sandbox-attempt'])
    world.memory(keyIn(request.url)).sent.add(delivery)
    world.note(`sends ${delivery}#${number}`)
    world.step('claimed')
    if (isOver()) return never
    const others = this.#underWay.get(delivery) ?? 0
    this.#underWay.set(delivery, others + 1)
    if (others > 0) world.saw('two attempts of a webhook at once')
    const outcome = await this.#take(request, { delivery, number, isOver })
    if (isOver()) return never
    world.step('answered')
    if (isOver()) return never
    const left = (this.#underWay.get(delivery) ?? 1) - 1
    if (left > 0) this.#underWay.set(delivery, left)
    else this.#underWay.delete(delivery)
    return outcome
  }

  async #take(
    { url, body, signal, timeoutMs }: Post,
    { delivery, number, isOver }: { delivery: string; number: number; isOver: () => boolean },
  ): Promise<Outcome> {
    const world = this.#world
    const key = keyIn(url)
    const manner = this.#manner()
    if (manner === 'is away') return { response: null, error: 'refused', durationMs: 1, sent: false }
    const memory = world.memory(key)
    const arrival: Arrival = { delivery, number, body: String(body), life: world.lives, answer: null }
    world.note(`arrives ${delivery}#${number} (${manner})`)
    this.#judge(key, memory, arrival)
    memory.arrivals.push(arrival)
    if (manner === 'answers' && !this.isKind) {
      await startInHandler(world, key, () => isOver() || signal?.aborted === true)
    }
    for (let turn = this.#slowness(manner); turn > 0; turn--) {
      if (signal?.aborted) break
      await world.turns(1)
      if (isOver()) return never
    }
    if (signal?.aborted) return { response: null, ...stopped, durationMs: 1, sent: true }
    if (manner === 'hangs') world.saw('time-out of the receiver')
    if (manner !== 'answers') {
      return { response: null, error: `${manner} after ${timeoutMs}`, durationMs: 1, sent: true }
    }
    const answer = this.#answer()
    arrival.answer = answer
    const { status, text, retryAfterMs } = answer
    world.note(`answers ${delivery}#${number} with ${status}`)
    const asked = retryAfterMs === 0 ? {} : { retryAfterMs }
    return { response: { status, body: text }, error: null, durationMs: 1, sent: true, ...asked }
  }

  /** A webhook must have been counted before it is sent, once, and always be the same. */
  #judge(key: string, { arrivals }: Memory, { delivery, number, body }: Arrival): void {
    const world = this.#world
    const attempt = world.life.db
      .prepare<[string, string, number], { body: string; outcome: string | null }>(
        `SELECT deliveries.body, attempts.outcome FROM attempts
         JOIN deliveries ON deliveries.id = attempts.delivery_id
         JOIN businesses ON businesses.id = deliveries.business_id
         WHERE businesses.key = ? AND deliveries.public_id = ? AND attempts.number = ?`,
      )
      .get(key, delivery, number)
    const name = `webhook ${delivery}#${number}`
    if (!attempt) world.fail(`${name} arrived, but no such attempt was counted`)
    if (attempt?.outcome !== null) world.fail(`${name} arrived, but its attempt was over`)
    if (attempt?.body !== body) world.fail(`${name} arrived with other bytes than were frozen`)
    if (arrivals.some((one) => one.delivery === delivery && one.number === number)) world.fail(`${name} arrived twice`)
  }

  #manner(): Manner {
    if (this.isKind) return 'answers'
    return this.#world.random.weighted([
      [75, 'answers'],
      [14, 'hangs'],
      [8, 'resets'],
      [7, 'is away'],
    ])
  }

  #slowness(manner: Manner): number {
    if (this.isKind) return 0
    const { random } = this.#world
    return manner === 'hangs' ? random.whole(20, random.one([40, 400])) : random.whole(0, 6)
  }

  #answer(): NonNullable<Arrival['answer']> {
    const text = `answer ${++this.#answers}`
    if (this.isKind) return { status: 200, text, retryAfterMs: 0 }
    const { random } = this.#world
    const status = random.weighted([
      [60, 200],
      [8, 204],
      [14, 500],
      [10, 503],
      [8, 404],
    ])
    const retryAfterMs = status === 503 && random.chance(0.5) ? random.one([2000, 20_000, 200_000]) : 0
    return { status, text, retryAfterMs }
  }
}

/** Callback URLs name the business, so that the receiver knows whose webhook it got. */
function keyIn(url: string): string {
  return new URL(url).searchParams.get('key') ?? 'test_one'
}
