import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { slotOf, slotsIn, slotsText } from '../../src/domain/slots.ts'
import { monotonicMs, sleep } from '../../src/time.ts'
import { call } from '../support/call.ts'
import { look } from '../support/cli.ts'
import { until } from '../support/until.ts'
import { type Load, startLoad } from './shared-proof/proof-load.ts'
import { type Cluster, type Instance, startCluster, token } from './shared-proof/shared-cluster.ts'

// `npm run shared-proof` plays it with 2,000 keys for five minutes. .ci/run installs HAProxy: apt-get install haproxy.
const keyCount = Number(process.env.PROOF_KEYS ?? 80)
const seconds = Number(process.env.PROOF_SECONDS ?? 16)
/** `npm run shared-proof` holds times against their limits. */
const judgesTime = process.env.PROOF_SECONDS !== undefined
const settleMs = 1000
const scenarios = `version: 1\nscenarios: { approve: { after: ${settleMs}ms, outcome: approved } }\n`
const first = Array.from({ length: keyCount - 1 }, (_, index) => `test_team-${index}`)
const movedSlots = '0-99'
/** A slot with two keys, which is moved by the lines of docs/shared.md. */
const sharedSlot = slotOf(first.find((key) => slotOf(key) < 100) ?? '')
const keys = [...first, keyOfSlot(sharedSlot)]
const moved = keys.filter((key) => slotOf(key) < 100)

function keyOfSlot(slot: number): string {
  for (let index = 0; ; index++) if (slotOf(`test_twin-${index}`) === slot) return `test_twin-${index}`
}

test(`behind HAProxy, five sandboxes with ${keyCount} keys survive a crash, a rolling restart and a move of 100 slots`, {
  timeout: seconds * 3000 + 120_000,
}, async () => {
  const cluster = await startCluster(scenarios)
  const load = await startLoad(cluster.url, keys)
  const watch = watchHolders(cluster)
  await sleep(seconds * 250)
  const backAfterMs = await crash(cluster, load)
  await rest(load)
  const drainedMs = await restartEach(cluster, load)
  await rest(load)
  const worlds = await moveSlots(cluster, load)
  await rest(load)
  watch.stop()
  await load.stop(() => everythingDelivered(cluster))

  const stop = { method: 'POST', headers: { 'x-sandbox-token': token } }
  expect((await call(cluster.url, '/_sandbox/stop', stop)).body.error?.code).toBe('other_machine')
  expect(watch.doubled).toEqual([])
  expectRefusals(cluster, load)
  if (judgesTime) expect(backAfterMs).toBeLessThan(2000)
  const stored = await expectNothingLost(cluster, load)
  const lateness = expectWebhooksAsPlanned(load)
  await cluster.stop()
  report({ stored, backAfterMs, drainedMs, worlds, lateness, load })
})

const rest = (load: Load) => {
  load.phase = 'all up'
  return sleep(seconds * 250)
}

/** Kills one sandbox under load. Returns how long after its restart its keys were served again, in milliseconds. */
async function crash(cluster: Cluster, load: Load): Promise<number> {
  const instance = at(cluster.instances, 1)
  load.phase = 'crash'
  await instance.process.crash()
  await sleep(3000)
  await instance.open()
  const isUp = monotonicMs()
  await untilServed(cluster, 1)
  return monotonicMs() - isUp
}

/** Stops and starts one sandbox after the other. Returns how long the longest stop took, in milliseconds. */
async function restartEach(cluster: Cluster, load: Load): Promise<number> {
  let longest = 0
  for (const [index, instance] of cluster.instances.entries()) {
    load.phase = `restart ${index}`
    const begin = monotonicMs()
    await instance.process.stop()
    longest = Math.max(longest, monotonicMs() - begin)
    await instance.open()
    await untilServed(cluster, index)
  }
  return longest
}

async function untilServed({ url, instanceOf }: Cluster, index: number): Promise<void> {
  const key = keys.find((one) => instanceOf(one) === index) ?? ''
  await until('its keys are served again', async () => (await call(url, '/balance', { key })).status === 200)
}

/**
 * Moves slots from the first sandbox to the last: one by the lines of docs/shared.md, the others by the calls that these
 * lines make. Returns how many worlds were compared.
 */
async function moveSlots(cluster: Cluster, load: Load): Promise<number> {
  const [from, to] = [at(cluster.instances, 0), at(cluster.instances, 4)]
  load.phase = 'move'
  await to.process.stop()
  to.slots = `${movedSlots},${to.slots}`
  await to.open()
  const byTheLines = await cluster.moveByTheLines(sharedSlot, { from: 0, to: 4 })
  expect([byTheLines.code, byTheLines.stderr]).toEqual([0, ''])
  const others = slotsText(new Set([...slotsIn(movedSlots)].filter((slot) => slot !== sharedSlot)))
  const rest = moved.filter((key) => slotOf(key) !== sharedSlot)
  // Where time stands still, what is exported again is compared with what was imported, byte for byte.
  const still = rest.filter((_, index) => index % 2 === 0)
  await Promise.all(still.map((key) => ok(from, '/clock/freeze', key, {})))
  await ok(from, '/seal', at(rest, 0), { slots: others })
  for (const key of rest) {
    const before = await exported(from, key)
    await ok(to, '/import?run=true', key, before)
    const after = await exported(to, key)
    if (still.includes(key)) expect(gunzipSync(after).toString()).toBe(gunzipSync(before).toString())
    else expect(transactionsIn(after)).toEqual(transactionsIn(before))
  }
  cluster.sendSlots(others, 4)
  for (const key of rest) await ok(from, '/reset', key, { drop: true })
  await untilServed(cluster, 4)
  await Promise.all(still.map((key) => ok(to, '/clock/resume', key, {})))
  return still.length
}

async function exported({ url }: Instance, key: string): Promise<Buffer> {
  const headers = { authorization: key, 'x-sandbox-token': token }
  const file = await fetch(`${url}/_sandbox/export?secrets=true`, { headers })
  return Buffer.from(await file.arrayBuffer())
}

/** The ids and references of the transactions in a world: what does not change while time goes on. */
function transactionsIn(file: Buffer): readonly string[] {
  const lines = gunzipSync(file).toString().split('\n')
  return lines.flatMap((line) => {
    const { kind, id, reference } = line === '' ? {} : JSON.parse(line)
    return kind === 'transaction' ? [`${id} ${reference}`] : []
  })
}

interface Kept {
  readonly id: string
  readonly reference_business: string
  readonly status: string
}

async function ok(instance: Instance, path: string, key: string, body: unknown): Promise<void> {
  const headers = { 'x-sandbox-token': token }
  const answer = await call(instance.url, `/_sandbox${path}`, { key, body, headers, method: 'POST' })
  if (answer.status !== 200) throw new Error(`${path} of ${key}: ${answer.status} ${answer.text}`)
}

/** Looks again and again which sandbox holds which key. `doubled` lists keys of two; a key that moves is left out. */
function watchHolders({ instances, instanceOf }: Cluster): { readonly doubled: string[]; stop(): void } {
  const doubled: string[] = []
  const held = async (instance: Instance, index: number): Promise<string[]> => {
    const own = keys.find((key) => instanceOf(key) === index && !moved.includes(key)) ?? ''
    const businesses = await look(instance, '/businesses', own).catch(() => [])
    return businesses.map(({ key }: { key: string }) => key)
  }
  const timer = setInterval(async () => {
    const all = (await Promise.all(instances.map(held))).flat().filter((key) => !moved.includes(key))
    doubled.push(...all.filter((key, index) => key !== 'test_sandbox' && all.indexOf(key) !== index))
  }, 2000)
  return { doubled, stop: () => clearInterval(timer) }
}

async function everythingDelivered({ instances, instanceOf }: Cluster): Promise<void> {
  for (const key of keys) {
    const instance = at(instances, instanceOf(key))
    await until(`no work is left for ${key}`, async () => (await look(instance, '/jobs?limit=1', key)).length === 0)
  }
}

/** Only the keys of a sandbox that is down are refused: by 503 with Retry-After, or by 502 for a call under way in a crash. */
function expectRefusals({ instanceOf }: Cluster, { refused }: Load): void {
  const wrong = refused.filter(({ key, phase, status, retryAfter }) => {
    const isTold = status === 503 && retryAfter !== null
    if (phase === 'crash') return instanceOf(key) !== 1 || !(isTold || status === 502)
    if (phase === 'move') return !isTold || instanceOf(key) !== 4
    return !isTold || phase === 'all up'
  })
  expect(wrong).toEqual([])
}

/** Returns how many transactions are stored. */
async function expectNothingLost({ url }: Cluster, { acknowledged }: Load): Promise<number> {
  const stored = new Map<string, Kept & { key: string }>()
  for (const key of keys) {
    for (let after: string | null = ''; after !== null; ) {
      const page: { data: Kept[]; next: string | null } = await look(
        { url, token },
        `/transactions?limit=1000${after === '' ? '' : `&after=${after}`}`,
        key,
      )
      for (const one of page.data) {
        expect(stored.has(one.reference_business)).toBe(false)
        stored.set(one.reference_business, { ...one, key })
      }
      after = page.next
    }
  }
  const lost = [...acknowledged].filter(([reference, { key, id }]) => {
    const found = stored.get(reference)
    return found?.id !== id || found.key !== key || found.status !== 'COMPLETED'
  })
  expect(lost).toEqual([])
  return stored.size
}

/** Every transaction has one webhook, whose repeats have the same bytes. Returns their lateness while all was up, sorted. */
function expectWebhooksAsPlanned({ acknowledged, arrivals }: Load): number[] {
  const wrong = [...acknowledged.keys()].filter((reference) => {
    const got = arrivals.get(reference) ?? []
    return new Set(got.map(({ delivery }) => delivery)).size !== 1 || new Set(got.map(({ raw }) => raw)).size !== 1
  })
  expect(wrong).toEqual([])
  return [...acknowledged]
    .map(([reference, answered]) => ({ answered, arrival: arrivals.get(reference)?.[0] }))
    .filter(({ answered, arrival }) => answered.phase === 'all up' && arrival?.phase === 'all up')
    .map(({ answered, arrival }) => (arrival?.at ?? 0) - answered.at - settleMs)
    .sort((one, other) => one - other)
}

function report(seen: {
  readonly stored: number
  readonly backAfterMs: number
  readonly drainedMs: number
  readonly worlds: number
  readonly lateness: readonly number[]
  readonly load: Load
}): void {
  const { stored, backAfterMs, drainedMs, worlds, lateness, load } = seen
  const refusedIn = (phase: RegExp) => load.refused.filter((one) => phase.test(one.phase))
  const underWay = load.refused.filter(({ status }) => status === 502).length
  const repeated = [...load.arrivals.values()].filter(({ length }) => length > 1).length
  const atShare = (share: number) => Math.round(lateness[Math.floor(lateness.length * share)] ?? 0)
  process.stdout.write(`
${keyCount} keys, ${stored} transactions, ${load.acknowledged.size} acknowledged, none lost
crash: ${refusedIn(/crash/).length} calls refused (${underWay} of them 502), served ${Math.round(backAfterMs)} ms after the restart
rolling restart: ${refusedIn(/restart/).length} calls refused, the longest drain and stop ${Math.round(drainedMs)} ms
move: ${worlds} worlds whose time stood still equal before and after, byte for byte, ${refusedIn(/move/).length} calls refused
webhooks: ${repeated} sent again with the same bytes; while all was up half within ${atShare(0.5)} ms, 99 % within ${atShare(0.99)} ms
`)
}

function at<T>(list: readonly T[], index: number): T {
  const one = list[index]
  if (one === undefined) throw new RangeError(`There is no number ${index}`)
  return one
}
