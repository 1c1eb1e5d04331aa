import type { Described } from '../support/api-document.ts'
import type { Calling } from '../support/call.ts'
import type { Shop } from '../support/opened-sandbox.ts'
import { bankPayout } from '../support/payout-requests.ts'

/** The name of the customer of each record of a world, by which its records are known. */
export const secretName = 'Canary Of The First Business'
const phoneNumber = '0241234567'

export type Ids = Awaited<ReturnType<typeof makeWorld>>
export type Kind = keyof Ids
export type RightCall = Calling & { readonly path: string }

/** A business with something of each kind, and the ids of all of it. */
export async function makeWorld(shop: Shop, unique: string) {
  const collect = async (reference: string) => (await shop.collect({ reference, accountName: secretName })).body.id
  const reference = `order-${unique}`
  const id: string = await collect(reference)
  await shop.advance('3s')
  const [delivery] = (await shop.get('/_sandbox/webhooks')).body.data
  const open: string = await collect(`scn:by-hand:${unique}`)
  const otp: string = await collect(`scn:otp-known:${unique}`)
  const generated = { reference: `scn:by-hand:account-${unique}`, accountName: secretName }
  const { id: account, virtual_account: virtual } = (await shop.generate(generated)).body
  const paid = bankPayout({ accountName: secretName }, { reference: `payout-${unique}` })
  const [payout] = (await shop.post('/disbursements/bank', paid)).body
  const snapshot = `kept-${unique}`
  await shop.call(`/_sandbox/snapshots/${snapshot}`, { method: 'PUT' })
  const number: string = virtual.account_number
  return { id, open, otp, account, payout: payout.id, number, webhook: delivery.id, reference, snapshot } as Record<
    'id' | 'open' | 'otp' | 'account' | 'payout' | 'number' | 'webhook' | 'reference' | 'snapshot',
    string
  >
}

/** The kind of id that a route takes in its path, if it does. */
const inPath: Readonly<Record<string, Kind>> = {
  findPayment: 'id',
  showTransaction: 'id',
  approveTransaction: 'open',
  declineTransaction: 'open',
  ignoreTransaction: 'open',
  failTransaction: 'open',
  expireTransaction: 'account',
  payIntoVirtualAccount: 'number',
  showWebhook: 'webhook',
  replayWebhook: 'webhook',
  restoreSnapshot: 'snapshot',
  deleteSnapshot: 'snapshot',
}
/** The body that names something, and the kind that it names. */
const inBody: Readonly<Record<string, readonly [Kind, (id: string) => object]>> = {
  submitOtp: ['otp', (id) => ({ id, otp: '123456' })],
  typePin: ['open', (transactionId) => ({ pin: '0000', transactionId })],
  sendWebhook: ['id', (transactionId) => ({ transactionId, url: 'http://127.0.0.1:9/' })],
}
/** Queries that name something. */
const inQuery: Readonly<Record<string, readonly (readonly [Kind, query: string])[]>> = {
  listTransactions: [
    ['id', 'id='],
    ['reference', 'reference='],
    ['open', 'after='],
  ],
  waitForTransaction: [['reference', 'timeout=0s&name=']],
  listWebhooks: [
    ['id', 'transactionId='],
    ['reference', 'reference='],
    ['webhook', 'before='],
  ],
  waitForWebhook: [['reference', 'timeout=0s&reference=']],
  listRequests: [['id', 'transactionId=']],
}
const otherParts: Readonly<Record<string, string>> = { number: phoneNumber, currency: 'GHS', file: 'mine.yaml' }
const otherQueries: Readonly<Record<string, string>> = {
  queryAccount: '?currency=GHS&accountCode=GCB&accountNumber=1234567890123',
  quoteRate: '?source=GHS&destination=NGN&amount=5',
}
/** Calls that need more than the example of the document. */
const otherBodies: Readonly<Record<string, unknown>> = {
  pruneBusiness: { olderThan: '0s' },
}
/** The end of the process, a file, a stream, a session of a page and a folder for scenarios, and the page's own files. */
export const setApart: readonly string[] = [
  ...['stopSandbox', 'importWorld', 'backUp', 'watchEvents', 'openSession', 'saveScenarios', 'receiveWebhook'],
  ...['showReferenceFile', 'showReferencePage', 'showPageFile'],
]

/** Every way in which an operation names something; the call is right for the business whose id it is. */
export function callsNaming(operation: Described): readonly (readonly [Kind, (id: string) => RightCall])[] {
  const { name, method } = operation
  const [bodyKind, body] = inBody[name] ?? []
  const kind = inPath[name] ?? bodyKind
  const one = (id: string): RightCall => ({
    method,
    path: pathOf(operation, kind === bodyKind ? '' : id),
    body: kind !== undefined && kind === bodyKind ? body?.(id) : bodyOf(operation),
  })
  return [
    ...(kind === undefined ? [] : [[kind, one] as const]),
    ...(inQuery[name] ?? []).map(([of, query]) => {
      return [of, (id: string) => ({ method, path: `${operation.path}?${query}${encodeURIComponent(id)}` })] as const
    }),
  ]
}

/** A call that names nothing of a business, and succeeds. */
export function plainCall(operation: Described, unique: string): RightCall | null {
  const { name, method } = operation
  const needsId = inPath[name] ?? inBody[name] ?? (name.startsWith('waitFor') || undefined)
  if (needsId !== undefined || setApart.includes(name)) return null
  const path = pathOf(operation, name === 'takeSnapshot' ? `own-${unique}` : 'approve')
  return { method, path: path + (otherQueries[name] ?? ''), body: bodyOf(operation, unique) }
}

function pathOf({ path }: Described, id: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, part) => otherParts[part] ?? encodeURIComponent(id))
}

function bodyOf({ name, hasBody, example, path }: Described, unique = ''): unknown {
  if (!hasBody) return undefined
  const body = otherBodies[name] ?? example ?? {}
  return /^\/(?:collections|disbursements)/.test(path) ? { ...Object(body), reference: `new-${unique}` } : body
}
