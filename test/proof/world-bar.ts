import { gunzipSync, gzipSync } from 'node:zlib'
import { lineWriter } from '../../src/world-file/lines.ts'
import type { WorldRecord } from '../../src/world-file/records.ts'
import { answering } from '../support/answering.ts'
import { call } from '../support/call.ts'
import { type OpenedSandbox, openSandbox, type Shop, shopOf } from '../support/opened-sandbox.ts'
import { bankPayout } from '../support/payout-requests.ts'
import type { Bar } from './bar.ts'

/** What stands in a file in place of a value. A world with checksums that are right, as a program could write it. */
// biome-ignore format: a list
const oddValues: readonly unknown[] = [
  null, true, 0, -1, 0.5, 1, 9e15, 1e308, '', 'x', '\u001b]8;;http://x/\u0007', '__proto__',
  'é'.repeat(70_000), [], {}, nested(2000),
]

/** The routes of a business that read what was imported. */
const reads = ['status', 'report', 'transactions', 'webhooks', 'jobs', 'phones', 'wallets', 'virtual-accounts', 'clock']

/** Every value of every line of a world replaced by odd ones: a file is refused, or what it made works as any other. */
export const worldBar: Bar = {
  promise:
    'A world file with any value replaced by an odd one is refused with its line, or its business works, and its export is taken',
  mutations: ['refusals that do not name their line'],
  async run(size, mutation) {
    const sandbox = await openSandbox()
    const records = linesOf(await exported(sandbox, await busyShop(sandbox)))
    const changed = [...records.flatMap((_record, index) => withOddValues(records, index)), ...reordered(records)]
    const step = size === 'full' ? 1 : 97
    const count = { files: 0, refused: 0, taken: 0 }
    const shop = shopOf(sandbox.url, 'test_copy')
    const played = changed.filter(({ isWhole }, at) => at % step === 0 || isWhole)
    for (const { what, file } of played) {
      const { status, text, body } = await imported(sandbox, shop, packed(file()))
      count.files += 1
      if (status === 200) {
        count.taken += 1
        await use(sandbox, shop, what)
      } else {
        count.refused += 1
        const refusal = mutation === null ? (body?.error?.message ?? '') : ''
        if (status !== 400 || !/\bline \d+:|^The (?:file has format|last line is missing)/.test(refusal))
          throw new Error(`${what}: ${status} ${text}`)
      }
    }
    return { lines: records.length, 'odd values': oddValues.length, ...count }
  },
}

interface ChangedFile {
  readonly what: string
  /** A part with parts of its own is null: in the short form, too. */
  readonly isWhole?: boolean
  readonly file: () => readonly WorldRecord[]
}

/** Each value of a line replaced by each odd one, and by the one that stands there in another line of its kind. */
function withOddValues(records: readonly WorldRecord[], index: number): readonly ChangedFile[] {
  const record = records[index] as WorldRecord
  const others = records.filter((other) => other.kind === record.kind && other !== record)
  return placesOf(record).flatMap((place) => {
    const theirs = others.map((other) => valueAt(other, place)).filter((value) => value !== undefined)
    return [...oddValues, ...new Set(theirs)].map((value) => ({
      what: `line ${index + 1}, ${place.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`,
      isWhole: value === null && Object(valueAt(record, place)) === valueAt(record, place),
      file: () => records.with(index, replaced(record, place, value)),
    }))
  })
}

/** Each line left out, there twice, or in the place of the next. */
function reordered(records: readonly WorldRecord[]): readonly ChangedFile[] {
  return records.flatMap((record, index) => [
    { what: `without line ${index + 1}`, file: () => records.toSpliced(index, 1) },
    { what: `line ${index + 1} twice`, file: () => records.toSpliced(index, 0, record) },
    { what: `line ${index + 1} later`, file: () => records.toSpliced(index, 1).toSpliced(index + 1, 0, record) },
  ])
}

function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth))
}

/** A business in the middle of everything: paid and answered, failed, waiting, paid in parts, retried, queued. */
async function busyShop(sandbox: OpenedSandbox): Promise<Shop> {
  const shop = sandbox.shop({ callbackUrl: await answering(503, {}) })
  await shop.collect({ reference: 'paid', callbackURL: await answering(200, {}) })
  await shop.collect({ reference: 'wrong-pin', accountNumber: '0240009110' })
  await shop.generate({ reference: 'scn:va-split:1' })
  await shop.collect({ reference: 'waits', accountNumber: '0240009120' })
  await shop.post('/disbursements/bank', bankPayout())
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 2, match: { reference: 'later-*' } })
  await shop.call('/_sandbox/business', { method: 'PATCH', body: { bearFee: 'business' } })
  await shop.advance('20s')
  return shop
}

async function exported(sandbox: OpenedSandbox, { key }: Shop): Promise<Buffer> {
  const answer = await sandbox.fetch(`${sandbox.url}/_sandbox/export`, { headers: { authorization: key } })
  if (answer.status !== 200) throw new Error(`an export answered ${answer.status} ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
}

function imported(sandbox: OpenedSandbox, { key }: Shop, file: Buffer) {
  const headers = { 'content-type': 'application/gzip' }
  return call(sandbox.url, '/_sandbox/import?replace=true', { key, method: 'POST', headers, body: file })
}

/** Everything that a business can do, and an export of it that is taken again. */
async function use(sandbox: OpenedSandbox, shop: Shop, what: string): Promise<void> {
  const { data } = (await shop.get('/_sandbox/transactions')).body
  const paths = [...reads, ...data.map(({ id }: { id: string }) => `transactions/${encodeURIComponent(id)}?parts=all`)]
  const answers = [
    ...(await Promise.all(paths.map((path) => shop.get(`/_sandbox/${path}`)))),
    await shop.collect({ reference: 'afterwards' }),
    await shop.post('/_sandbox/clock/advance', { by: '1h' }),
  ]
  const broken = answers.find(({ status }) => status >= 500)
  if (broken !== undefined) throw new Error(`${what}: then ${broken.status} ${broken.text}`)
  const { status, text } = await imported(sandbox, shop, await exported(sandbox, shop))
  if (status !== 200) throw new Error(`${what}: its export is not taken: ${status} ${text}`)
}

function linesOf(file: Buffer): readonly WorldRecord[] {
  const lines = gunzipSync(file).toString('utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const { check: _, ...record } = JSON.parse(line)
    return record
  })
}

function packed(records: readonly WorldRecord[]): Buffer {
  const write = lineWriter()
  return gzipSync(records.map(write).join(''), { level: 1 })
}

type Place = readonly (string | number)[]

/** Where the values of a record are, those within others too. */
function placesOf(value: unknown, place: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [place]
  const within = Object.entries(value).flatMap(([key, part]) => placesOf(part, [...place, key]))
  return place.length === 0 ? within : [place, ...within]
}

function valueAt(record: WorldRecord, place: Place): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: walks to any place of any record
  return place.reduce((part: any, key) => part?.[key], record)
}

function replaced(record: WorldRecord, place: Place, value: unknown): WorldRecord {
  const copy = structuredClone(record)
  // biome-ignore lint/suspicious/noExplicitAny: walks to any place of any record
  const home = place.slice(0, -1).reduce((part: any, key) => part[key], copy)
  home[place.at(-1) as string] = value
  return copy
}
