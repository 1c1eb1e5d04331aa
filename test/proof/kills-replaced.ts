import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { call } from '../support/call.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'
import { everyTransaction } from './kills-kept.ts'
import { untilDead } from './until-dead.ts'

export const bulkKey = 'test_bulk'
export const bulkOperations = ['snapshot', 'restore', 'reset', 'prune', 'export', 'import', 'backup'] as const
type Operation = (typeof bulkOperations)[number]
const snapshotNames = ['a', 'b']
/** Large enough for operations of several commits. */
const firstSize = 400

/** The references of a world; what is made by hand stays open, the rest is final at once. */
type World = ReadonlySet<string>

interface Replacing {
  readonly folder: string
  readonly random: () => number
  readonly reach: (what: string) => void
}

/** A business whose world is replaced, by one operation after the other, so that it is known after each. */
export function createReplaced({ folder, random, reach }: Replacing) {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const snapshots = new Map<string, World>()
  let world: World = new Set()
  let file: { readonly bytes: Buffer; readonly world: World } | null = null
  /** What was under way when the sandbox died, and the world if it was done. */
  let doing: { readonly what: string; readonly after: World; readonly snapshot?: string } | null = null
  let made = 0

  const ask = async (url: string, path: string, calling: Parameters<typeof call>[2] = {}) => {
    const answer = await call(url, path, { key: bulkKey, ...calling })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer
  }
  const create = async (url: string) => {
    const reference = `scn:${pick(['by-hand', 'paid-at-once'])}:${made++}`
    doing = { what: 'create', after: new Set([...world, reference]) }
    await ask(url, '/collections/mobilemoney', { body: mobileMoney({ reference }) })
    world = new Set([...world, reference])
  }
  const commands: Readonly<Record<Operation, (url: string) => Promise<void>>> = {
    async snapshot(url) {
      const name = pick(snapshotNames)
      doing = { what: 'snapshot', after: world, snapshot: name }
      await ask(url, `/_sandbox/snapshots/${name}`, { method: 'PUT' })
      snapshots.set(name, world)
    },
    async restore(url) {
      const name = pick([...snapshots.keys()])
      const after = snapshots.get(name)
      if (after === undefined) return commands.snapshot(url)
      doing = { what: 'restore', after }
      await ask(url, `/_sandbox/snapshots/${name}/restore`, { body: {} })
      world = after
    },
    async reset(url) {
      doing = { what: 'reset', after: new Set() }
      await ask(url, '/_sandbox/reset', { body: {} })
      world = new Set()
    },
    async prune(url) {
      const after = new Set([...world].filter((reference) => reference.startsWith('scn:by-hand')))
      await ask(url, '/_sandbox/clock/advance', { body: { by: '1s' } })
      doing = { what: 'prune', after }
      await ask(url, '/_sandbox/prune', { body: { olderThan: '0s' } })
      world = after
    },
    async export(url) {
      doing = { what: 'export', after: world }
      file = { bytes: (await ask(url, '/_sandbox/export')).bytes, world }
    },
    async import(url) {
      if (file === null) return
      doing = { what: 'import', after: file.world }
      await ask(url, '/_sandbox/import?replace=true', {
        body: file.bytes,
        headers: { 'content-type': 'application/gzip' },
      })
      world = file.world
    },
    async backup(url) {
      const copy = join(folder, 'data', 'backups', `${made++}.db`)
      doing = { what: 'backup', after: world }
      await ask(url, '/_sandbox/backup', { body: { file: copy } })
      if (!existsSync(copy)) throw new Error(`The backup ${copy} is not there`)
    },
  }

  /** Returns the world that is there, which is one of these. */
  async function whichOf(url: string, worlds: readonly World[]): Promise<World> {
    let seen: ReadonlyMap<string, { readonly status: string }> = new Map()
    const what = () =>
      `a world of ${worlds.map(({ size }) => size).join(' or ')} after ${doing?.what}: it has ${seen.size}`
    return until(what, async () => {
      seen = await everyTransaction(url, bulkKey)
      for (const [reference, { status }] of seen) {
        const should = reference.startsWith('scn:by-hand') ? 'INITIATED' : 'COMPLETED'
        if (status !== should) throw new Error(`${reference} is ${status}, not ${should}`)
      }
      return worlds.find((one) => one.size === seen.size && [...one].every((reference) => seen.has(reference)))
    })
  }

  return {
    load: (url: string) =>
      untilDead(async (during) => {
        const operation = random() < 0.3 ? null : pick(bulkOperations)
        during(operation ?? 'create')
        await (operation === null ? create(url) : commands[operation](url))
        doing = null
      }, reach),
    async check(url: string): Promise<void> {
      world = await whichOf(url, [world, ...(doing === null ? [] : [doing.after])])
      const underWay = doing?.snapshot
      const snapshot = underWay ?? pick([...snapshots.keys()])
      const kept = (await ask(url, '/_sandbox/snapshots')).body.data.map(({ name }: { name: string }) => name)
      const gone = [...snapshots.keys()].filter((name) => !kept.includes(name))
      if (gone.length > 0) throw new Error(`The snapshots ${gone.join(', ')} are lost`)
      if (snapshot !== undefined) {
        const before = snapshots.get(snapshot)
        const { status } = await call(url, `/_sandbox/snapshots/${snapshot}/restore`, { key: bulkKey, body: {} })
        if (status === 404 && before !== undefined) throw new Error(`The snapshot ${snapshot} is lost`)
        if (status === 200) {
          world = await whichOf(url, [...(underWay ? [world] : []), ...(before === undefined ? [] : [before])])
          snapshots.set(snapshot, world)
        }
      }
      doing = null
      if (made > 0) return
      while (world.size < firstSize) await create(url)
      await commands.snapshot(url)
      doing = null
      file = { bytes: (await ask(url, '/_sandbox/export')).bytes, world }
    },
  }
}
