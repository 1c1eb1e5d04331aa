import { gunzipSync } from 'node:zlib'
import { readDocument } from '../support/api-document.ts'
import { call } from '../support/call.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'
import type { Bar } from './bar.ts'

const canaries = { secret: 'canary-secret-5e1f', token: 'canary-token-77aa' }
/** The owner of a secret may read it: a shop verifies signatures with it. */
const shownTo = ['showBusiness', 'changeBusiness']

/** Secrets of one business in no answer, no export, no log, no webhook. */
export const canaryBar: Bar = {
  promise: 'The token is nowhere, and the webhook secret only in the settings that its owner asks for',
  mutations: ['a reference that is shown counts as a secret'],
  async run(_size, mutation) {
    const merchant = await startMerchant()
    const headers = { 'x-sandbox-token': canaries.token }
    const sandbox = await openSandbox({ token: canaries.token })
    const shop = sandbox.shop({ callbackUrl: merchant.url, webhookSecret: canaries.secret })
    await shop.collect({ reference: 'order-1' })
    await call(sandbox.url, '/_sandbox/clock/advance', { key: shop.key, headers, body: { by: '3s' } })
    const document = readDocument((await call(sandbox.url, '/_sandbox/openapi.json', { headers })).body)
    const searched = mutation ? ['order-1'] : [canaries.secret, canaries.token]
    const seen = new Map<string, string>()
    const routes = [...document.operations.values()].filter(
      ({ method, path }) => method === 'GET' && !/events|wait/.test(path),
    )
    for (const { name, path } of routes) {
      if (shownTo.includes(name)) continue
      for (const key of [shop.key, 'test_other']) {
        const filled = path.replaceAll(/\{\w+\}/g, 'order-1')
        seen.set(`${name} of ${key}`, (await call(sandbox.url, filled, { key, headers })).text)
      }
    }
    const world = await sandbox.fetch(`${sandbox.url}/_sandbox/export`, {
      headers: { ...headers, authorization: shop.key },
    })
    seen.set('the export', gunzipSync(Buffer.from(await world.arrayBuffer())).toString('utf8'))
    seen.set('the webhooks', JSON.stringify(merchant.webhooks))
    seen.set('the log', [...sandbox.hints, ...sandbox.faults.map(({ message }) => message)].join('\n'))
    const leaks = [...seen].filter(([, text]) => searched.some((one) => text.includes(one))).map(([where]) => where)
    if (leaks.length > 0) throw new Error(`secrets in: ${leaks.join(', ')}`)
    return { canaries: searched.length, 'places searched': seen.size }
  },
}
