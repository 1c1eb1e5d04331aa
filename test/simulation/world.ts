import type { Settings } from '../../src/domain/settings.ts'
import type { Commit } from '../../src/store/store.ts'
import { endOfTurn } from '../../src/time/tuned-turn-end.ts'
import { emptyDisk } from './disk.ts'
import { drawnScenarios, drawnSettings, settingsOf } from './drawn.ts'
import { type Kept, remembered } from './kept.ts'
import { type CrashPoint, type Life, startLife } from './life.ts'
import { type Asked, increase, Memory, type Try } from './memory.ts'
import { forgetPruned } from './prune-command.ts'
import { Random } from './random.ts'
import { Receiver } from './receiver.ts'
import type { SimulatedScenario } from './scenarios.ts'
import { count, type RareState, type Sightings } from './sightings.ts'

/** Something that must not be. */
class Violation extends Error {}

const blankDisk = emptyDisk()
const startedAt = Date.parse('2026-01-31T12:00:00Z')

export class World {
  readonly random: Random
  readonly keys: readonly string[]
  /** The scenarios of this world: few, so that held webhooks find each other. */
  readonly scenarios: readonly SimulatedScenario[]
  /** All that was ever asked for, in every epoch. */
  readonly asked: Asked[] = []
  readonly pastReferences = new Set<string>()
  readonly trace: string[] = []
  readonly sightings: Sightings = new Map()
  readonly receiver: Receiver
  readonly underWay = new Set<Try>()
  /** Where the process dies next: at a step of this kind, after so many of them. */
  fuse: { readonly point: CrashPoint; left: number } | null = null
  lives = 0
  calls = 0
  /** Commits so far, and how many there were when nothing was due: to look again would find nothing. */
  commits = 0
  restedAt = -1
  failure: unknown = null
  life: Life
  wallAt = startedAt
  /** What was known of each snapshot, by key and name; of one whose call was not answered nothing is known. */
  readonly kept = new Map<string, Kept>()
  /** Prunes so far, counted when they are asked for and when they are answered. */
  prunes = 0
  /** Businesses that were being pruned when the process died: perhaps they were, perhaps not. */
  readonly #pruning = new Set<string>()
  readonly #replacing = new Map<string, string | null>()
  readonly #settings = new Map<string, Settings>()
  readonly #memories = new Map<string, Memory>()
  #disk: Buffer = blankDisk

  constructor(seed: number) {
    this.random = new Random(seed)
    this.keys = seed % 2 === 0 ? ['test_one', 'test_two'] : ['test_one']
    this.scenarios = drawnScenarios(this.random)
    const drawn = drawnSettings(this.random)
    for (const key of this.keys) this.#settings.set(key, settingsOf(key, drawn))
    this.receiver = new Receiver(this)
    this.life = this.#start()
  }

  memory(key: string): Memory {
    const known = this.#memories.get(key) ?? new Memory(0)
    this.#memories.set(key, known)
    return known
  }

  settingsOf(key: string): Settings {
    const settings = this.#settings.get(key)
    if (!settings) throw new Error(`No business has the key ${key}`)
    return settings
  }

  note(what: string): void {
    this.trace.push(what)
  }

  saw(state: RareState, times = 1): void {
    if (times > 0) count(this.sightings, state, times)
  }

  /** Says what must not be; the first is what the seed fails with, wherever it was thrown. */
  fail(what: string): never {
    const violation = new Violation(what)
    this.failed(violation)
    throw violation
  }

  failed(cause: unknown): void {
    this.failure ??= cause
  }

  /** The process passes a step, and dies in it when its time has come. */
  step(point: CrashPoint): void {
    if (this.fuse?.point !== point || --this.fuse.left > 0) return
    this.die(point)
  }

  die(point: CrashPoint | 'idle' | 'stop'): void {
    this.note(`dies (${point})`)
    this.fuse = null
    this.#sawDeath(point)
    this.#disk = this.life.end()
    for (const { what } of this.underWay) if (what.startsWith('prune ')) this.#pruning.add(what.slice('prune '.length))
    this.underWay.clear()
    this.receiver.forget()
  }

  /** The process is started again on what is on its disk, perhaps on a machine whose clock was set back. */
  async revive(): Promise<void> {
    if (this.random.chance(0.3)) this.wallAt += 1000 * this.random.whole(0, 30)
    if (this.random.chance(0.3)) {
      this.wallAt -= 3_600_000
      if (this.keys.some((key) => this.memory(key).hasRun)) this.saw('wall clock set back at a restart')
    }
    this.life = this.#start()
    this.note(`starts life ${this.lives}`)
    // A prune that was begun is ended before any call sees the business.
    for (const key of this.#pruning) await this.life.store.gate(key, 'read')
    for (const key of this.#pruning) forgetPruned(this, key, this.memory(key))
    this.#pruning.clear()
  }

  async turns(many: number): Promise<void> {
    for (let turn = 0; turn < many; turn++) await new Promise<void>((resolve) => endOfTurn(resolve))
  }

  #start(): Life {
    this.lives++
    const { random } = this
    return startLife({
      image: this.#disk,
      seed: 1,
      startedAt,
      settingsOf: (key) => this.settingsOf(key),
      wall: () => this.wallAt,
      inFlight: random.whole(1, 6),
      perOrigin: random.whole(1, 3),
      step: (point) => this.step(point),
      committed: (commits) => this.#committed(commits),
      replacing: (key, snapshot) => this.#replacing.set(key, snapshot),
      post: (request) => this.receiver.post(request),
      fault: (message, cause) => this.failed(new Violation(`the sandbox logged: ${message}: ${String(cause)}`)),
    })
  }

  #committed(commits: readonly Commit[]): void {
    this.commits++
    for (const { key } of commits) {
      const { store } = this.life
      const { epoch } = store.business(key)
      const now = store.now(key)
      if (epoch !== this.memory(key).epoch) this.#replace(key, epoch)
      const memory = this.memory(key)
      const { latest } = memory
      if (now < latest) this.failed(new Violation(`time of ${key} went back from ${latest} to ${now}`))
      memory.latest = now
      const { clock } = store.business(key)
      if (clock.mode === 'real' || (clock.mode === 'driven' && clock.after === 'real')) memory.hasRun = true
      this.note(`commit of ${key} at ${now - startedAt}`)
    }
  }

  /**
   * A reset or a restore: what is known is what was known of the new world, and what is under way may still come to it.
   */
  #replace(key: string, epoch: number): void {
    const name = this.#replacing.get(key) ?? null
    const kept = name === null ? undefined : this.kept.get(`${key} ${name}`)
    if (name !== null && !kept) this.fail(`${key} was restored to ${name}, of which nothing is known`)
    const memory = kept ? remembered(this, key, kept, epoch) : new Memory(epoch)
    for (const { what, also } of this.underWay) {
      for (const one of [what, ...also]) increase(memory.tried, one)
      memory.touched.add(what.split(' ')[1] ?? '')
    }
    this.#memories.set(key, memory)
    this.note(`epoch ${epoch} of ${key}`)
  }

  #sawDeath(point: CrashPoint | 'idle' | 'stop'): void {
    const { store } = this.life
    const states = {
      command: 'crash before a commit',
      decided: 'crash within a commit',
      committed: 'crash between commit and reply',
      claimed: 'crash between claim and send',
      answered: 'crash between send and record',
      idle: 'crash with nothing under way',
    } as const
    if (point !== 'stop') this.saw(states[point])
    for (const key of this.keys) {
      const { mode } = store.business(key).clock
      if (mode === 'driven') this.saw('crash during an advance')
      if (mode === 'real') this.saw('time running through a crash')
    }
  }
}
