import { type Described, readDocument } from '../support/api-document.ts'
import { type Answer, type Calling, call } from '../support/call.ts'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'
import type { Bar } from './bar.ts'
import { jsonCases, naughtyStrings } from './odd-input.ts'

/** Takes a file in place of fields; the bar `worlds` has it. A backup needs a data folder, a session a token. */
const left = ['importWorld', 'backUp', 'openSession', 'stopSandbox']
const atOnce = 8
/** They answer when something has happened. */
const waiting = ['watchEvents', 'waitForTransaction', 'waitForWebhook']

/** Odd JSON for every route that takes a body, odd strings in every field, query and path; each answer against the document. */
export const inputBar: Bar = {
  promise:
    'No body and no string in any field, query or path stops the sandbox, and every answer matches the OpenAPI document',
  mutations: ['answers whose status is not in the document'],
  async run(size, mutation) {
    const sandbox = await openSandbox()
    const document = readDocument((await call(sandbox.url, '/_sandbox/openapi.json')).body)
    const routes = [...document.operations.values()].filter(({ name }) => !left.includes(name))
    const every = (nth: number) => (size === 'full' ? 1 : nth)
    const cases = sample(jsonCases, every(16))
    const strings = sample(naughtyStrings, every(24))
    const counts = {
      routes: routes.length,
      'JSON cases': cases.length,
      strings: strings.length,
      'calls at once': atOnce,
      calls: 0,
    }
    const check = (name: string, calling: object, answer: Answer) => {
      const faults = answer.status >= 500 ? [`answered ${answer.status}`] : document.faultsOf(name, answer)
      if (faults.length > 0)
        throw new Error(`${name} with ${JSON.stringify(calling).slice(0, 300)}: ${faults.join('; ')}`)
    }
    for (const route of routes) {
      const shop = sandbox.shop()
      const path = await filled(route.path, shop)
      const all = [...oddBodies(route, cases, strings), ...oddPlaces(route, path, strings)].values()
      const lane = async () => {
        for (const { at = path, ...calling } of all) {
          const answer = await shop.call(at, { method: route.method, ...calling })
          counts.calls += 1
          check(route.name, { at, ...calling }, mutation ? { ...answer, status: 599 } : answer)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, lane))
      const { status } = await sandbox.shop().post('/collections/mobilemoney', mobileMoney())
      if (status !== 200) throw new Error(`after ${route.name} a create call was answered ${status}`)
    }
    return counts
  },
}

function sample<Item>(all: readonly Item[], nth: number): readonly Item[] {
  return all.filter((_item, index) => index % nth === 0)
}

/** The path with names of what is there. */
async function filled(path: string, shop: Shop): Promise<string> {
  const { id } = (await shop.collect()).body
  await shop.get('/balance?%ff=%')
  const { virtual_account: account } = (await shop.generate()).body
  const sent = await shop.post('/_sandbox/webhooks', { transactionId: id, url: 'http://127.0.0.1:9/' })
  await shop.call('/_sandbox/snapshots/kept', { method: 'PUT' })
  const isWebhook = path.startsWith('/_sandbox/webhooks/')
  const name = path.startsWith('/_sandbox/snapshots/') ? 'kept' : 'approve'
  const ids: Readonly<Record<string, string>> = {
    id: isWebhook ? sent.body.id : id,
    accountNumber: account.account_number,
    number: '0241234567',
    currency: 'GHS',
    file: 'a.yaml',
    name,
  }
  return path.replaceAll(/\{(\w+)\}/g, (_all, part) => ids[part] ?? 'nothing')
}

type OddCall = Calling & { readonly at?: string }

function* oddBodies(
  { hasBody, example, fields }: Described,
  cases: readonly (string | Buffer)[],
  strings: readonly string[],
): Generator<OddCall> {
  if (!hasBody) return
  yield { body: example ?? {} }
  for (const body of cases) yield { body }
  for (const [index, field] of fields.entries()) {
    const next = fields[(index + 1) % fields.length] ?? ''
    for (const [at, text] of strings.entries()) {
      yield { body: { ...example, [field]: text } }
      yield { body: { ...example, [field]: text, [next]: strings[(at + 1) % strings.length] } }
    }
  }
  const [recipient] = [example?.recipients].flat()
  for (const field of Object.keys(recipient ?? {}))
    for (const text of strings) yield { body: { ...example, recipients: [{ ...Object(recipient), [field]: text }] } }
}

function* oddPlaces(
  { name, path, queries, hasBody }: Described,
  at: string,
  strings: readonly string[],
): Generator<OddCall> {
  if (waiting.includes(name)) return
  for (const text of strings) {
    const written = encodeURIComponent(text.toWellFormed())
    for (const query of queries) yield { at: `${at}?${query}=${written}` }
    if (path.includes('{') && !/^\.{0,2}$/.test(text)) yield { at: path.replaceAll(/\{\w+\}/g, written) }
  }
  if (!hasBody) yield {}
}
