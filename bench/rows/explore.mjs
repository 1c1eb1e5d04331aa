import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { explore: exploreTest } = createRequire(import.meta.url)('../../dist/testing.cjs')

export const explore = {
  name: 'explore',
  title: 'explore in process, runs',
  how: 'Runs per second of explore() without a port: in each run a shop makes a collection, the clock goes on until idle, and a function that answers at once receives the webhooks. Measured once.',
  unit: '/s',
  goal: 1000,
  judged: 'sandbox',
  async measure({ rounds, seconds }) {
    const found = mkdtempSync(join(tmpdir(), 'payments-sandbox-bench-'))
    try {
      const { runs } = await exploreTest(order, { found, time: `${rounds * seconds}s`, listen: false, partial: true })
      return { sandbox: runs / (rounds * seconds), note: `${runs} runs` }
    } finally {
      rmSync(found, { recursive: true })
    }
  },
}

async function order({ sandbox }) {
  let webhooks = 0
  const receive = () => {
    webhooks++
    return new Response(null, { status: 200 })
  }
  const shop = await sandbox.business({ receive })
  const headers = { authorization: shop.apiKey, 'content-type': 'application/json' }
  const body = {
    amount: 10.5,
    currency: 'GHS',
    network: 'MTN',
    accountName: 'Ama Mensah',
    accountNumber: '0241234567',
    reason: 'Tea',
    reference: 'order-1',
  }
  const call = { method: 'POST', headers, body: JSON.stringify(body) }
  await sandbox.fetch('/collections/mobilemoney', call).catch(() => null)
  await shop.runUntilIdle()
  if (webhooks === 0) throw new Error('no webhook came')
}
