import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { packageRoot } from '../../src/package-root.ts'
import { readDocument } from '../support/api-document.ts'
import { type Answer, type Calling, call } from '../support/call.ts'
import { openSandbox, shopOf } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'
import type { Bar } from './bar.ts'
import { callsNaming, type Ids, makeWorld, plainCall, type RightCall, setApart } from './right-calls.ts'

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
        (entry): Place => [`the file ${entry.name}`, readFileSync(join(entry.parentPath, entry.name), 'latin1')],
      )
      const { secret, ...neverStored } = canaries
      const shown = mutation ? ['order-1'] : Object.values(canaries)
      const leaks = [...find(seen, shown), ...find(stored, Object.values(neverStored))]
      if (leaks.length > 0) throw new Error(`secrets in: ${leaks.join(', ')}`)
      // The search can find something: the one secret that has to be there.
      if (find(stored, [secret]).length === 0) throw new Error('The secret is in no file: were they read?')
      const statuses = new Set(seen.flatMap(([, text]) => /^\d{3}(?= )/.exec(text) ?? []))
      const all = [...statuses].toSorted().join(', ')
      return { canaries: 3, 'places searched': seen.length + stored.length, 'statuses of the answers': all }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Place = readonly [where: string, text: string]

async function everythingShown(folder: string): Promise<readonly Place[]> {
  // A webhook that is refused is explained with its signature.
  const merchant = await startMerchant(({ body }) => (body.reference_business === 'order-last' ? 401 : 200))
  const sandbox = await openSandbox({ data: folder, token: canaries.token })
  const headers = { 'x-sandbox-token': canaries.token }
  const ask = (path: string, calling: Calling = {}) => call(sandbox.url, path, { key, headers, ...calling })
  const seen: Place[] = []
  const see = (where: string, { status, headers: sent, text }: Answer) => {
    seen.push([where, `${status} ${JSON.stringify(sent)} ${text}`])
  }
  const settings = { callbackUrl: merchant.url, webhookSecret: canaries.secret }
  const events = await fetch(`${sandbox.url}/_sandbox/events?requests=true`, {
    headers: { ...headers, authorization: key },
  })
  const isRight = async (where: string, { path, ...calling }: RightCall, as: string) => {
    const answer = await ask(path, { ...calling, key: as })
    if (answer.status >= 300) throw new Error(`${where}: ${answer.status} ${answer.text}`)
    return answer
  }
  const { operations } = readDocument((await ask('/_sandbox/openapi.json')).body)
  let made = 0
  const world = async (unique = String(made)) => {
    made += 1
    const own = made === 1 ? key : `test_canaries_${made}`
    await ask('/_sandbox/business', { key: own, method: 'PATCH', body: settings })
    return { own, ids: await makeWorld(shopOf(sandbox.url, own, headers), unique) }
  }
  for (const operation of operations.values()) {
    const { name, method, hasBody } = operation
    const naming = callsNaming(operation)
    const plain = plainCall(operation, String(made))
    for (const one of [...naming, ...(plain === null ? [] : [plain])]) {
      const { own, ids } = await world()
      const calling: RightCall = 'path' in one ? one : one[1](ids[one[0]])
      const answer = await isRight(name, calling, own)
      if (!shownTo.includes(name)) see(`${name}, done`, answer)
      else if (!answer.text.includes(canaries.secret)) throw new Error(`${name} shows no secret to its owner`)
      see(`${name} of another`, await ask(calling.path, { method, body: calling.body, key: 'test_other' }))
      if (hasBody && name !== 'changeBusiness') {
        see(`${name}, refused`, await ask(calling.path, { method, body: { nothing: 1 }, key: own }))
      }
      const without = await ask(calling.path, { method, body: calling.body, headers: {} })
      see(`${name} without the token`, without)
      see(`${name} by a live key`, await ask(calling.path, { method, body: calling.body, key: canaries.liveKey }))
    }
  }
  const { ids } = await world('last')
  await seeTheRest(ids)

  async function seeTheRest({ id }: Ids): Promise<void> {
    const own = `test_canaries_${made}`
    const at = async (path: string) => {
      const answer = await ask(path, { key: own })
      see(path.replace(id, '{id}'), answer)
      return answer
    }
    const { text } = await at('/_sandbox/webhooks')
    if (!text.includes('signatureHelp')) throw new Error(`No webhook was refused: ${text}`)
    await at(`/_sandbox/transactions/${id}?parts=all&explain=true`)
    for (const format of ['text', 'junit']) await at(`/_sandbox/report?format=${format}`)
    see('a live key in a header', await ask('/balance', { key: `Bearer ${canaries.liveKey}` }))
    see('a live key in a query', await ask(`/_sandbox/status?key=${canaries.liveKey}`, { key: null }))
    see('a live key in an address', await ask(`/balance?note=${canaries.liveKey}`))
    see('a wrong token', await ask('/_sandbox/status', { headers: { 'x-sandbox-token': 'another' } }))
    for (const name of setApart.filter((one) => !['stopSandbox', 'openSession', 'watchEvents'].includes(one))) {
      const { path = '', method = '' } = operations.get(name) ?? {}
      see(`${name}, refused`, await ask(path.replaceAll(/\{\w+\}/g, 'x'), { method, body: { nothing: 1 } }))
    }
    const exported = gunzipSync((await ask('/_sandbox/export', { key: own })).bytes).toString('utf8')
    seen.push(['the export', exported])
    seen.push(...(await shownToAgents(sandbox.url, own)))
  }

  seen.push(['the webhooks', JSON.stringify(merchant.webhooks)])
  await sandbox.close()
  seen.push(['the log', [...sandbox.hints, ...sandbox.faults.map(({ message }) => message)].join('\n')])
  seen.push(['the stream of events', await events.text()])
  return seen
}

/** What an agent is shown by each tool that only reads. */
async function shownToAgents(url: string, own: string): Promise<readonly Place[]> {
  const args = [join(packageRoot(), 'bin', 'payments-sandbox.js'), 'mcp', '--url', url, '--key', own]
  const env = { PATH: process.env.PATH ?? '', PAYMENTS_SANDBOX_TOKEN: canaries.token }
  const client = new Client({ name: 'proof', version: '1' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  const shown: Place[] = [['what an agent is greeted with', String(client.getInstructions())]]
  for (const name of ['status', 'transactions', 'webhooks', 'report', 'scenarios']) {
    const answer = await client.callTool({ name, arguments: {} })
    if (answer.isError) throw new Error(`The tool ${name}: ${JSON.stringify(answer)}`)
    shown.push([`the tool ${name}`, JSON.stringify(answer)])
  }
  await client.close()
  return shown
}

function find(places: readonly Place[], wanted: readonly string[]): readonly string[] {
  return places.filter(([, text]) => wanted.some((one) => text.includes(one))).map(([where]) => where)
}
