import { setTimeout as sleep } from 'node:timers/promises'
import { call, key } from './calls.mjs'
import { openFilled } from './filled-sandbox.mjs'
import { longestCall } from './longest-call.mjs'

/** The slowest call of another business beside each operation on one with `count` settled collections and their webhooks. */
export async function measureBesideBulk(open, count) {
  const merchant = await open.merchant()
  const settle = (sandbox) => call(sandbox, '/_sandbox/clock/advance', { by: '1m' })
  const sandbox = await openFilled(open, count, settle, merchant.url)
  const idle = await longestCall(sandbox, sleep(2000))
  const longest = []
  for (const [name, operate] of operationsOn(sandbox)) {
    const begun = performance.now()
    let tookMs = 0
    const operation = operate().then(() => {
      tookMs = performance.now() - begun
    })
    // What an operation leaves to be done is done in this second.
    const { longestMs } = await longestCall(
      sandbox,
      operation.then(() => sleep(1000)),
    )
    await operation
    longest.push({ name, longestMs, tookMs })
  }
  const note = longest.map(({ name, longestMs, tookMs }) => `${name} ${ms(longestMs)} of ${ms(tookMs)}`).join(', ')
  return { bare: idle.longestMs, sandbox: Math.max(...longest.map(({ longestMs }) => longestMs)), note }
}

const ms = (time) => Math.round(time)

/** Each finds the business as the ones before left it. */
function operationsOn(sandbox) {
  let world = null
  const post = (path, body = {}) => call(sandbox, `/_sandbox/${path}`, body)
  const list = (path) => call(sandbox, `/_sandbox/${path}`)
  return [
    ['backup', () => post('backup', { file: sandbox.backup })],
    [
      'export',
      async () => {
        world = await bytesOf(sandbox, 'export')
      },
    ],
    ['report', () => list('report')],
    ['transactions by flow', () => list('transactions?flow=bank-payout&limit=1')],
    ['transactions by webhook', () => list('transactions?flow=bank-payout&webhook=delivered&limit=1')],
    ['webhooks by time', () => list('webhooks?since=1s&limit=1')],
    ['phone', () => list('phones/0249999999')],
    ['snapshot', () => call(sandbox, '/_sandbox/snapshots/kept', {}, undefined, 'PUT')],
    ['restore', () => post('snapshots/kept/restore')],
    ['import', () => bytesOf(sandbox, 'import?replace=true', world)],
    ['prune', () => post('prune', { olderThan: '0s' })],
    ['restore over it', () => post('snapshots/kept/restore')],
    ['reset', () => post('reset')],
    ['forget', () => call(sandbox, '/_sandbox/snapshots/kept', undefined, undefined, 'DELETE')],
  ]
}

async function bytesOf({ url }, path, body) {
  const response = await fetch(`${url}/_sandbox/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: key, 'content-type': 'application/gzip' },
    body,
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(`${path}: ${response.status} ${bytes}`)
  return bytes
}
