import { expect, test } from 'vitest'
import { type ExploreContext, explore } from '../../../src/testing/index.ts'
import { folderWith } from '../../support/cli.ts'

/** A shop with a timer: whenever its books are asked it looks at its open payouts, and tries one that FAILED a second time. */
function shopOf({ sandbox, shop }: ExploreContext) {
  const payouts: { reference: string; id: string; status: string }[] = []
  const headers = { authorization: shop.apiKey, 'content-type': 'application/json' }
  const call = async (path: string, init: RequestInit = {}) =>
    (await sandbox.fetch(path, { headers, ...init })).json() as Promise<{ id: string; status: string }>
  const payOut = async (reference: string) => {
    const customer = { amount: 5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567' }
    const body = JSON.stringify({ reference, recipients: [customer] })
    const [made] = (await call('/disbursements/mobilemoney', { method: 'POST', body })) as unknown as [{ id: string }]
    payouts.push({ reference, id: made.id, status: 'INITIATED' })
  }
  const look = async () => {
    for (const payout of [...payouts]) {
      if (payout.status === 'COMPLETED' || payout.status === 'FAILED') continue
      payout.status = (await call(`/payments/${payout.id}`)).status
      if (payout.status === 'FAILED' && payouts.length === 1) await payOut('withdrawal-1-again')
    }
    const state = payouts.some(({ status }) => status === 'COMPLETED') ? 'sent' : 'open'
    return { state, taken: 5, withdrawal: 'withdrawal-1' } as const
  }
  return { payOut, look }
}

test('a payout that a timer tries again after the run is played to its end before its money is judged', async () => {
  let books: ReturnType<typeof shopOf>['look'] | undefined
  const body = async (context: ExploreContext) => {
    const { payOut, look } = shopOf(context)
    books = look
    await context.shop.use('failed-without-webhook')
    await payOut('withdrawal-1')
  }
  const payout = () => books?.() ?? Promise.reject(new Error('no run yet'))
  const options = { runs: 5, partial: true, found: folderWith(), listen: false, probe: { payout } }
  expect(await explore({ body, check: () => {} }, options)).toMatchObject({ runs: 5 })
})
