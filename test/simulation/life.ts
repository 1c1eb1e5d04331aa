import type Database from 'better-sqlite3'
import type { Settings } from '../../src/domain/settings.ts'
import { type Begin, createBegin } from '../../src/engine/begin/begin.ts'
import { DeliveryQueue } from '../../src/engine/deliver/delivery-queue.ts'
import { createEngine, type Engine } from '../../src/engine/schedule/engine.ts'
import { type ByHand, createByHand } from '../../src/engine/settle/act-by-hand.ts'
import { createRunStep } from '../../src/engine/settle/run-step.ts'
import { createQueryStatus, type QueryStatus } from '../../src/engine/settle/status-query.ts'
import { createSubmitOtp, type SubmitOtp } from '../../src/engine/settle/submit-otp.ts'
import { presentFinal } from '../../src/flows/index.ts'
import { createSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Commit, Store } from '../../src/store/store.ts'
import type { WebhookClient } from '../../src/webhooks/http/post.ts'
import { createSendWebhook, createWebhookBody } from '../../src/webhooks/send-webhook.ts'
import { openImage } from './disk.ts'
import { compiledScenarios } from './scenarios.ts'

/** The steps of the sandbox between which its process can die. */
export const crashPoints = ['command', 'decided', 'committed', 'claimed', 'answered'] as const
export type CrashPoint = (typeof crashPoints)[number]

/** What a process finds when it starts, and who watches it. */
export interface Birth {
  readonly image: Buffer
  readonly seed: number
  readonly startedAt: number
  readonly settingsOf: (key: string) => Settings
  readonly wall: () => number
  readonly inFlight: number
  readonly perOrigin: number
  /** Called with each step; the process may die in it. */
  readonly step: (point: CrashPoint) => void
  /** Called after each commit. */
  readonly committed: (commits: readonly Commit[]) => void
  /** Called with what a business's world is to be replaced: a snapshot, or an empty one (null). */
  readonly replacing: (key: string, snapshot: string | null) => void
  readonly post: WebhookClient['post']
  readonly fault: (message: string, cause: unknown) => void
}

/** One life of the sandbox's process: from a start to a crash. */
export interface Life extends ByHand {
  readonly db: Database.Database
  readonly store: Store
  readonly engine: Engine
  readonly begin: Begin
  readonly submitOtp: SubmitOtp
  readonly queryStatus: QueryStatus
  readonly isOver: boolean
  /** Ends it at this very moment; gives what is on its disk. Nothing that it was doing goes on. */
  end(): Buffer
}

/** What never happens any more. */
export const never = new Promise<never>(() => {})

/** Starts the sandbox's parts on what a disk holds, as sandbox.ts does. */
export function startLife(birth: Birth): Life {
  const { seed, settingsOf, wall, startedAt, inFlight, perOrigin, post, fault } = birth
  const db = openImage(birth.image)
  let isOver = false
  const initialClock = { mode: 'frozen', rate: 1, at: startedAt } as const
  const inner = createSqliteStore({ db, wall, settingsOf, initialClock, clockAsked: null })
  const store = mortal(inner, birth, () => isOver)
  const maker = {
    seed,
    webhookBody: createWebhookBody(presentFinal),
  }
  const runStep = createRunStep(store, maker)
  const deliver = createSendWebhook({ post, close: async () => {} }, 'simulation')
  const lanes = new DeliveryQueue({ inFlight, perOrigin, hangsAfterMs: Number.POSITIVE_INFINITY })
  const engine = createEngine({ store, wall, runStep, lanes, deliver, log: (...of) => isOver || fault(...of) })
  engine.start()
  return {
    db,
    store,
    engine,
    begin: createBegin({ store, scenarios: () => compiledScenarios, maker }),
    ...createByHand(store, maker),
    submitOtp: createSubmitOtp(store, maker),
    queryStatus: createQueryStatus(store, maker),
    get isOver() {
      return isOver
    },
    end() {
      isOver = true
      if (db.inTransaction) db.exec('ROLLBACK')
      const image = db.serialize()
      db.close()
      // Only the timer: what waits for the store or the receiver waits for ever.
      engine.stop().catch(() => undefined)
      return image
    },
  }
}

/** A store whose process can die before, within and after each commit; from then on it answers no call. */
function mortal(store: Store, { step, committed, replacing }: Birth, isOver: () => boolean): Store {
  const outliving = <R>(work: Promise<R>): Promise<R> =>
    work.then(
      (result) => (isOver() ? never : result),
      (cause) => (isOver() ? never : Promise.reject(cause)),
    )
  const listeners = new Set<(commits: readonly Commit[]) => void>()
  store.onCommit((commits) => {
    committed(commits)
    step('committed')
    for (const listener of listeners) if (!isOver()) listener(commits)
  })
  return {
    ...store,
    perform(key, needs, decide) {
      if (!isOver()) step('command')
      if (isOver()) return never
      const work = store.perform(key, needs, (state) => {
        const decision = decide(state)
        if (!isOver()) step('decided')
        return decision
      })
      return outliving(work)
    },
    reset(key) {
      if (!isOver()) step('command')
      if (isOver()) return never
      replacing(key, null)
      return outliving(store.reset(key))
    },
    takeSnapshot(key, name) {
      if (!isOver()) step('command')
      return isOver() ? never : outliving(store.takeSnapshot(key, name))
    },
    restoreSnapshot(key, name) {
      if (!isOver()) step('command')
      if (isOver()) return never
      replacing(key, name)
      return outliving(store.restoreSnapshot(key, name))
    },
    prune(key, olderThanMs) {
      if (!isOver()) step('command')
      return isOver() ? never : outliving(store.prune(key, olderThanMs))
    },
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
