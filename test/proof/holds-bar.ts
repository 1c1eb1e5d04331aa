import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readDocument } from '../support/api-document.ts'
import { type OpenedSandbox, openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'
import { longestBlockMs } from '../support/spent.ts'
import { startMerchant } from '../support/start-merchant.ts'
import type { Bar } from './bar.ts'
import { callsNaming, makeWorld, plainCall, type RightCall } from './right-calls.ts'

/** They go through a whole business; all other calls pause, read a page or write one transaction. */
const wholeBusiness = [
  ...['takeSnapshot', 'restoreSnapshot', 'deleteSnapshot', 'resetBusiness', 'pruneBusiness', 'exportWorld'],
  ...['advanceClock', 'runUntilIdle', 'sealBusiness', 'unsealBusiness', 'showMetrics', 'showReference'],
]
/** Last, in this order: the business is empty afterwards. */
const last = ['exportWorld', 'restoreSnapshot', 'deleteSnapshot', 'pruneBusiness', 'resetBusiness']
const pageMs = 50
const run = promisify(execFile)
const wholeMs = (transactions: number) => (transactions > 20_000 ? 1500 : 250)

/** Every control call and stream at a large business, and the longest turn of the event loop, in processor time. */
export const holdsBar: Bar = {
  promise: 'No call and no stream about a large business holds the others up',
  mutations: ['a limit of no time'],
  async run(size, mutation) {
    const transactions = size === 'full' ? Number(process.env.PROOF_HOLDS ?? 20_000) : 6000
    const sandbox = await openSandbox()
    const shop = sandbox.shop({ callbackUrl: (await startMerchant()).url })
    await fill(sandbox, shop, transactions)
    const operations = readDocument((await shop.get('/_sandbox/openapi.json')).body).operations
    const longest = { page: { ms: 0, call: '' }, whole: { ms: 0, call: '' } }
    let calls = 0
    const measure = async (call: string, isWhole: boolean, work: () => Promise<unknown>) => {
      calls += 1
      const mostMs = mutation ? 0 : isWhole ? wholeMs(transactions) : pageMs
      let ms = await longestBlockMs(work)
      // Garbage of the calls before is collected in some turn; a read that is slow is slow again.
      for (let again = 0; ms > mostMs && again < 2 && call.startsWith('GET'); again += 1) {
        ms = Math.min(ms, await longestBlockMs(work))
      }
      if (ms > mostMs) throw new Error(`${call} holds all others up for ${Math.round(ms)} ms, ${mostMs} are allowed`)
      const kind = longest[isWhole ? 'whole' : 'page']
      if (ms > kind.ms) Object.assign(kind, { ms, call })
    }
    const rightCalls = async (name: string, unique: string): Promise<readonly RightCall[]> => {
      const operation = operations.get(name)
      if (operation === undefined) throw new Error(`There is no ${name}`)
      const naming = callsNaming(operation)
      const ids = naming.length > 0 ? await makeWorld(shop, unique) : null
      const plain = plainCall(operation, unique)
      const pages =
        size === 'full' && plain !== null && operation.queries.includes('limit')
          ? [{ ...plain, path: `${plain.path}?limit=1000` }]
          : []
      const named = naming.map(([kind, one]) => one(ids?.[kind] ?? ''))
      return [...named, ...(plain === null ? [] : [plain]), ...pages]
    }
    const names = [...operations.keys()].filter((name) => !last.includes(name))
    for (const name of [...names, ...last]) {
      for (const { path, method = 'GET', body } of await rightCalls(name, `${name}-${calls}`)) {
        await measure(`${method} ${path}`, wholeBusiness.includes(name), async () => {
          const answer = await ask(sandbox, shop, { path, method, body })
          if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
          await answer.arrayBuffer()
        })
      }
      if (name !== 'watchEvents') continue
      for (const path of [
        '/_sandbox/events?after=0',
        '/_sandbox/events?after=0&requests=true&clock=true&changed=true',
      ]) {
        await measure(`GET ${path}`, false, () => readEvents(sandbox, shop, path, transactions))
      }
    }
    return {
      transactions,
      calls,
      'longest turn of a page, ms': Math.round(longest.page.ms),
      'which call': longest.page.call,
      'longest turn of a whole business, ms': Math.round(longest.whole.ms),
      'which one': longest.whole.call,
    }
  },
}

function ask({ url, fetch }: OpenedSandbox, { key }: Shop, { path, method, body }: RightCall) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = { authorization: key, 'content-type': 'application/json' }
  return fetch(`${url}${path}`, { method: method ?? 'GET', headers, ...sent })
}

/** Transactions that are over, each with a webhook that was never sent and a movement of the wallet. */
async function fill(sandbox: OpenedSandbox, shop: Shop, transactions: number): Promise<void> {
  const together = 100
  for (let made = 0; made < transactions; made += together) {
    const bodies = Array.from({ length: together }, (_none, index) =>
      mobileMoney({ reference: `scn:dropped-webhook:${made + index}` }),
    )
    const create = (body: object) => ask(sandbox, shop, { path: '/collections/mobilemoney', method: 'POST', body })
    const answers = await Promise.all(bodies.map(create))
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  }
  await shop.advance('3s')
}

/** Reads a stream until every transaction is final in it: in a process of its own, which takes the bytes while they are sent. */
async function readEvents({ url }: OpenedSandbox, { key }: Shop, path: string, transactions: number): Promise<void> {
  const script = `require('node:http').get(process.argv[1], { headers: { authorization: process.argv[2] } }, (answer) => {
    let settled = 0
    answer.setEncoding('latin1').on('end', () => process.exit(1)).on('data', (text) => {
      settled += text.split('event: settled').length - 1
      if (settled >= ${transactions}) process.exit(0)
    })
  })`
  await run(process.execPath, ['-e', script, url + path, key], { timeout: 120_000 })
}
