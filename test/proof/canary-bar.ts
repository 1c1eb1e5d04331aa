import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type ApiDocument, readDocument } from '../support/api-document.ts'
import { call } from '../support/call.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'
import { startMerchant } from '../support/start-merchant.ts'
import type { Bar } from './bar.ts'

const canaries = {
  secret: 'canary-secret-5e1f',
  token: 'canary-token-77aa',
  liveKey: 'live_canary_9b3dC41f7a2e',
}
/** The owner of a secret may read it: a shop verifies signatures with it. */
const shownTo = ['showBusiness', 'changeBusiness']
const key = 'test_canaries'

/** Secrets in no answer, no stream, no export, no log, no webhook and no file. */
export const canaryBar: Bar = {
  promise:
    'The token and live keys are nowhere, and the webhook secret only in the data folder and in the settings that its owner asks for',
  mutations: ['a reference, which is shown, among the secrets'],
  async run(_size, mutation) {
    const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-proof-'))
    try {
      const seen = await everythingShown(folder)
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const stored = files.map(
        (entry) => [`the file ${entry.name}`, textOf(join(entry.parentPath, entry.name))] as const,
      )
      const { secret, ...neverStored } = canaries
      const shown = mutation ? ['order-1'] : Object.values(canaries)
      const leaks = [...find(seen, shown), ...find(stored, Object.values(neverStored))]
      if (leaks.length > 0) throw new Error(`secrets in: ${leaks.join(', ')}`)
      // The search can find something: the one secret that has to be there.
      if (find(stored, [secret]).length === 0) throw new Error('The secret is in no file: were they read?')
      return { canaries: Object.keys(canaries).length, 'places searched': seen.length + stored.length }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Place = readonly [where: string, text: string]

async function everythingShown(folder: string): Promise<readonly Place[]> {
  const merchant = await startMerchant()
  const sandbox = await openSandbox({ data: folder, token: canaries.token })
  const headers = { 'x-sandbox-token': canaries.token }
  const ask = async (path: string, calling = {}) => (await call(sandbox.url, path, { key, headers, ...calling })).text
  const settings = { callbackUrl: merchant.url, webhookSecret: canaries.secret }
  await ask('/_sandbox/business', { method: 'PATCH', body: settings })
  const seen: Place[] = []
  const events = await fetch(`${sandbox.url}/_sandbox/events?requests=true`, {
    headers: { ...headers, authorization: key },
  })
  const create = '/collections/mobilemoney'
  seen.push(['a create call', await ask(create, { body: { ...mobileMoney(), reference: 'order-1' } })])
  seen.push(['a live key', await ask(create, { key: canaries.liveKey, body: mobileMoney() })])
  seen.push(['a live key in a header', await ask(create, { key: `Bearer ${canaries.liveKey}`, body: mobileMoney() })])
  seen.push(['a live key in a query', await ask(`/_sandbox/status?key=${canaries.liveKey}`, { key: null })])
  seen.push(['a wrong token', await ask('/_sandbox/status', { headers: { 'x-sandbox-token': 'another' } })])
  await ask('/_sandbox/clock/advance', { body: { by: '3s' } })
  const document = readDocument(JSON.parse(await ask('/_sandbox/openapi.json')))
  for (const { name, path, method, body } of routesOf(document)) {
    for (const one of [key, 'test_other']) seen.push([`${name} of ${one}`, await ask(path, { key: one, method, body })])
  }
  const world = await sandbox.fetch(`${sandbox.url}/_sandbox/export`, { headers: { ...headers, authorization: key } })
  seen.push(['the export', gunzipSync(Buffer.from(await world.arrayBuffer())).toString('utf8')])
  seen.push(['the webhooks', JSON.stringify(merchant.webhooks)])
  seen.push(['the log', [...sandbox.hints, ...sandbox.faults.map(({ message }) => message)].join('\n')])
  await sandbox.close()
  seen.push(['the stream of events', await events.text()])
  return seen
}

/** Each route with a body that it refuses, so that what it says then is seen, too. */
function routesOf({ operations }: ApiDocument) {
  const left = ['watchEvents', 'stopSandbox', 'openSession', 'exportWorld', ...shownTo]
  return [...operations.values()]
    .filter(({ name, path }) => !left.includes(name) && !path.endsWith('/wait'))
    .map(({ name, path, method, hasBody }) => ({
      name,
      path: path.replaceAll(/\{\w+\}/g, 'order-1'),
      method,
      body: hasBody ? { nothing: 1 } : undefined,
    }))
}

function find(places: readonly Place[], wanted: readonly string[]): readonly string[] {
  return places.filter(([, text]) => wanted.some((one) => text.includes(one))).map(([where]) => where)
}

function textOf(file: string): string {
  return readFileSync(file, 'latin1')
}
