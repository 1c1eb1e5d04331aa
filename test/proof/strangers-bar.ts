import { readDocument } from '../support/api-document.ts'
import { call } from '../support/call.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
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

/** Every route that takes an id in its path or body, called by a second business with each kind of id of the first. */
export const strangersBar: Bar = {
  promise: 'No route shows or changes anything of another business by any kind of its ids',
  mutations: ['the stranger has the key of the owner'],
  async run(_size, mutation) {
    const merchant = await startMerchant()
    const sandbox = await openSandbox()
    const [owner, stranger] = [sandbox.shop({ callbackUrl: merchant.url }), sandbox.shop()]
    const { id } = (await owner.collect({ reference: 'order-1', accountName: secretName })).body
    await owner.advance('3s')
    const account = (await owner.generate({ reference: 'account-1', accountName: secretName })).body
    const [delivery] = (await owner.get('/_sandbox/webhooks')).body.data
    await owner.call('/_sandbox/snapshots/kept', { method: 'PUT' })
    await stranger.collect({ reference: 'mine' })
    const foreign = {
      id,
      account: account.id,
      number: String(account.virtualAccount?.accountNumber ?? account.accountNumber),
      delivery: delivery.id,
      reference: 'order-1',
      snapshot: 'kept',
    }
    const state = async () =>
      (await owner.get('/_sandbox/transactions?limit=100')).text + (await owner.get('/_sandbox/webhooks')).text
    const before = await state()
    const document = readDocument((await call(sandbox.url, '/_sandbox/openapi.json')).body)
    const routes = [...document.operations.values()].filter(
      ({ path, name }) => /\{/.test(path) && !/\{(?:file|currency)\}/.test(path) && name !== 'takeSnapshot',
    )
    let calls = 0
    for (const { method, path } of routes) {
      for (const value of Object.values(foreign)) {
        const filled = path.replaceAll(/\{\w+\}/g, encodeURIComponent(value))
        const key = mutation ? owner.key : stranger.key
        const body =
          method === 'GET' || method === 'DELETE' ? undefined : { amount: 1, result: 'wrong_pin', senderName: 'x' }
        const answer = await call(sandbox.url, filled, { method, key, body })
        calls += 1
        if (answer.status >= 500 || answer.text.includes(secretName))
          throw new Error(`${method} ${filled}: ${answer.status} ${answer.text.slice(0, 300)}`)
      }
    }
    for (const [path, bodyWith] of bodiesNaming) {
      for (const value of Object.values(foreign)) {
        const answer = await call(sandbox.url, path, { key: stranger.key, body: bodyWith(value) })
        calls += 1
        if (answer.status < 400 || answer.status >= 500 || answer.text.includes(secretName))
          throw new Error(`${path} with ${value}: ${answer.status} ${answer.text.slice(0, 300)}`)
      }
    }
    if ((await state()) !== before) throw new Error('A stranger changed the first business')
    return { routes: routes.length, bodies: bodiesNaming.length, 'kinds of ids': Object.keys(foreign).length, calls }
  },
}
