import { gunzipSync } from 'node:zlib'
import { type Described, readDocument } from '../support/api-document.ts'
import { type Answer, type Calling, call } from '../support/call.ts'
import { type OpenedSandbox, openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { bankPayout } from '../support/payout-requests.ts'
import { startMerchant } from '../support/start-merchant.ts'
import type { Bar } from './bar.ts'

const secretName = 'Canary Of The First Business'

/** The bodies that name a transaction. */
const bodiesNaming: readonly (readonly [path: string, body: (id: string) => object])[] = [
  ['/collections/otp', (id) => ({ id, otp: '123456' })],
  ['/collections/otp', (transactionId) => ({ transactionId, otp: '123456' })],
  ['/_sandbox/phones/0241234567/pin', (transactionId) => ({ pin: '0000', transactionId })],
  ['/_sandbox/webhooks', (transactionId) => ({ transactionId, url: 'http://127.0.0.1:9/' })],
]

/** The queries that name something. */
const queriesNaming = [
  '/_sandbox/transactions?id=',
  '/_sandbox/transactions?reference=',
  '/_sandbox/transactions?after=',
  '/_sandbox/transactions/wait?timeout=0s&name=',
  '/_sandbox/webhooks?transactionId=',
  '/_sandbox/webhooks?reference=',
  '/_sandbox/webhooks?before=',
  '/_sandbox/webhooks/wait?timeout=0s&reference=',
  '/_sandbox/requests?transactionId=',
]

/** One call by the stranger, for an id that is put in. */
type CallNaming = (id: string) => Calling & { readonly path: string }

/**
 * Every route that takes an id in its path, query or body, called by a second business with each kind of id of the first. An id
 * of another business and one that was never given are the same to it.
 */
export const strangersBar: Bar = {
  promise: 'No route shows or changes anything of another business by any kind of its ids, or shows that an id exists',
  mutations: ["the owner's key in the hands of the stranger"],
  async run(_size, mutation) {
    const sandbox = await openSandbox()
    const [owner, stranger] = [sandbox.shop({ callbackUrl: (await startMerchant()).url }), sandbox.shop()]
    const foreign = await idsOf(owner)
    await stranger.collect({ reference: 'mine' })
    const key = mutation ? owner.key : stranger.key
    const before = await worldOf(sandbox, owner)
    const calls = callsNaming([...readDocument((await owner.get('/_sandbox/openapi.json')).body).operations.values()])
    for (const naming of calls) {
      for (const [kind, id] of Object.entries(foreign)) {
        const ask = async (asked: string) => {
          const { path, ...calling } = naming(asked)
          return shown(await call(sandbox.url, path, { ...calling, key }), asked)
        }
        const [answer, unknown] = [await ask(id), await ask(unlike(id))]
        const what = `${naming(id).method} ${naming(id).path} by its ${kind}`
        if (answer.includes(secretName) || /^5/.test(answer)) throw new Error(`${what}: ${answer}`)
        if (answer !== unknown) throw new Error(`${what} shows that it exists: ${answer}, for another ${unknown}`)
      }
    }
    if ((await worldOf(sandbox, owner)) !== before) throw new Error('A stranger changed the first business')
    const kinds = Object.keys(foreign).length
    return { 'routes, queries and bodies': calls.length, 'kinds of ids': kinds, calls: 2 * calls.length * kinds }
  },
}

async function idsOf(owner: Shop): Promise<Readonly<Record<string, string>>> {
  const { id } = (await owner.collect({ reference: 'order-1', accountName: secretName })).body
  await owner.advance('3s')
  const account = (await owner.generate({ reference: 'account-1', accountName: secretName })).body
  const [payout] = (await owner.post('/disbursements/bank', bankPayout())).body
  const [delivery] = (await owner.get('/_sandbox/webhooks')).body.data
  await owner.call('/_sandbox/snapshots/kept', { method: 'PUT' })
  const number: string = account.virtual_account.account_number
  const snapshot = 'kept'
  return { id, account: account.id, payout: payout.id, number, webhook: delivery.id, reference: 'order-1', snapshot }
}

function callsNaming(operations: readonly Described[]): readonly CallNaming[] {
  const inPath = operations.filter(
    ({ path, name }) => /\{/.test(path) && !/\{(?:file|currency)\}/.test(path) && name !== 'takeSnapshot',
  )
  return [
    ...inPath.map(({ method, path }): CallNaming => {
      const body =
        method === 'GET' || method === 'DELETE' ? undefined : { amount: 1, result: 'wrong_pin', senderName: 'x' }
      return (id) => ({ method, path: path.replaceAll(/\{\w+\}/g, encodeURIComponent(id)), body })
    }),
    ...queriesNaming.map(
      (path): CallNaming =>
        (id) => ({ method: 'GET', path: path + encodeURIComponent(id) }),
    ),
    ...bodiesNaming.map(
      ([path, body]): CallNaming =>
        (id) => ({ method: 'POST', path, body: body(id) }),
    ),
  ]
}

/** An id of the same form that was never given. */
function unlike(id: string): string {
  return id.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) => (/\d/.test(last) ? String((Number(last) + 5) % 10) : 'q'))
}

/** An answer without the id that was asked for, and without what differs from call to call. */
function shown({ status, text }: Answer, id: string): string {
  return `${status} ${text.replaceAll(id, 'ID')}`
}

async function worldOf(sandbox: OpenedSandbox, { key }: Shop): Promise<string> {
  const answer = await sandbox.fetch(`${sandbox.url}/_sandbox/export`, { headers: { authorization: key } })
  return gunzipSync(Buffer.from(await answer.arrayBuffer())).toString('utf8')
}
