import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Change } from '../../src/domain/change.ts'
import { builtInResult } from '../../src/domain/result.ts'
import { sleep } from '../../src/time.ts'
import { call } from '../support/call.ts'
import { folderWith, look, start } from '../support/cli.ts'
import { closedGate } from '../support/gate.ts'
import { listening } from '../support/listening.ts'
import { openMerchant } from '../support/merchant.ts'
import { opening, openStore, transactionOf } from '../support/opened-store.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'

const key = 'test_sandbox'
const overdue = Number(process.env.OVERDUE ?? 2000)
/** With four places each, seven origins could use more than the 24 that one business takes. */
const origins = 7
const inFlight = 24

/** The webhooks of merchants on several ports, and how many were under way at once. None answers before all places are taken. */
interface Watched {
  readonly urls: readonly string[]
  readonly deliveries: string[]
  readonly peak: { inAll: number; perOrigin: number }
}

async function watchMerchants(): Promise<Watched> {
  const watched = { urls: [] as string[], deliveries: [] as string[], peak: { inAll: 0, perOrigin: 0 } }
  let inAll = 0
  const { opened, open } = closedGate()
  for (let index = 0; index < origins; index += 1) {
    let here = 0
    const server = createServer((incoming, outgoing) => {
      watched.peak.inAll = Math.max(watched.peak.inAll, ++inAll)
      watched.peak.perOrigin = Math.max(watched.peak.perOrigin, ++here)
      watched.deliveries.push(`${incoming.headers['x-sandbox-delivery']} ${incoming.headers['x-sandbox-attempt']}`)
      incoming.resume().on('end', async () => {
        if (inAll >= inFlight) open()
        await opened
        await sleep(1)
        inAll -= 1
        here -= 1
        outgoing.writeHead(200).end()
      })
    })
    watched.urls.push(`${await listening(server)}/`)
  }
  return watched
}

async function fill(folder: string, count: number, urls: readonly string[]): Promise<void> {
  const store = openStore({ folder })
  const act = { act: 'settle', result: builtInResult('approved') } as const
  const changes = Array.from({ length: count }, (_, index): readonly Change[] => {
    // Every other one is for the first merchant, who always has more to come than may be under way.
    const callbackUrl = urls[index % 2 === 0 ? 0 : index % urls.length] ?? null
    const { plan, ...rest } = transactionOf(`order-${index}`)
    const transaction = { ...rest, callbackUrl, plan: { ...plan, webhook: { ...plan.webhook, timeoutMs: 10_000 } } }
    const work = { kind: 'act', transactionId: transaction.id, step: 0, act } as const
    return [
      { change: 'transaction.insert', transaction },
      { change: 'job.add', dueAt: opening - (index % 1000), work },
    ]
  })
  await store.perform(key, {}, () => ({ result: undefined, changes: changes.flat() }))
  store.close()
}

test(`${overdue} overdue transactions are settled and reported at a start, none twice, never more at once than the caps say`, {
  timeout: 20_000 + overdue * 10,
}, async () => {
  const watched = await watchMerchants()
  const cwd = folderWith()
  await fill(join(cwd, '.payments-sandbox'), overdue, watched.urls)
  const sandbox = await start([], { cwd })
  await until(
    () => `no work is left, ${watched.deliveries.length} webhooks came`,
    async () => (await look(sandbox, '/jobs?limit=1')).length === 0,
    15_000 + overdue * 8,
  )
  const completed = (await look(sandbox, '/transactions?status=COMPLETED&limit=1000')).data
  await sandbox.stop()
  expect(completed).toHaveLength(Math.min(1000, overdue))
  expect(watched.deliveries).toHaveLength(overdue)
  expect(new Set(watched.deliveries.filter((one) => one.endsWith(' 1'))).size).toBe(overdue)
  expect(watched.peak).toEqual({ inAll: inFlight, perOrigin: 4 })
})

test('what was under way when the process died is due within a second of the next being ready', async () => {
  const merchant = await openMerchant()
  merchant.reply('hang', { times: 5 })
  const cwd = folderWith()
  const args = ['--callback-url', merchant.url]
  const first = await start(args, { cwd })
  const references = [
    'scn:paid-at-once:1',
    'scn:paid-at-once:2',
    'scn:paid-at-once:3',
    'scn:paid-at-once:4',
    'scn:paid-at-once:5',
  ]
  for (const reference of references) {
    await call(first.url, '/collections/mobilemoney', { key, body: mobileMoney({ reference }) })
  }
  await merchant.arrived(4)
  await first.crash()
  merchant.reply(200)
  const second = await start(args, { cwd })
  const ready = Date.parse((await look(second, '/clock')).now)
  await merchant.arrived(9)
  await until('no work is left', async () => (await look(second, '/jobs')).length === 0)
  const { data } = await look(second, '/webhooks')
  await second.stop()
  const last = data.map(({ attempts }: { attempts: { at: string }[] }) => Date.parse(attempts.at(-1)?.at ?? ''))
  expect(last).toHaveLength(5)
  expect(Math.max(...last) - ready).toBeLessThanOrEqual(1000)
  expect(data.map(({ status }: { status: string }) => status)).toEqual(references.map(() => 'delivered'))
})
