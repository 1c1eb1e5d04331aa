import { type Business, type Explored, type ExploreOptions, explore } from '../../../src/testing/index.ts'
import type { Merchant } from './merchant.ts'

/** What customers ask of a merchant in one run, and whether he asks for the status of what is open on the way. */
export interface Bought {
  /** The scenario of each order, or null. */
  readonly orders?: readonly (string | null)[]
  readonly withdrawals?: readonly string[]
  readonly asks?: boolean
}

/** Explores a merchant of this process; his books answer the probe. */
export function exploreBought(Kind: typeof Merchant, bought: Bought, options: ExploreOptions): Promise<Explored> {
  let merchant: Merchant | null = null
  const books = () => {
    if (merchant === null) throw new Error('no merchant runs')
    return merchant
  }
  return explore(
    {
      async body({ sandbox }) {
        const receive = (request: Request) => books().receive(request)
        const shop = await sandbox.business({ receive })
        merchant = new Kind({ fetch: sandbox.fetch, apiKey: shop.apiKey, secret: shop.webhookSecret })
        await buy(merchant, shop, bought)
      },
      async check() {
        // What a query cannot say now, a later one says.
        for (let count = 0; count < 3; count++) await books().askOpen()
      },
    },
    {
      listen: false,
      probe: {
        order: (reference) => orderRow(books(), reference),
        payout: (reference) => books().shownWithdrawal(reference),
        balance: () => books().balance,
      },
      ...options,
    },
  )
}

async function buy(merchant: Merchant, shop: Business, { orders = [], withdrawals = [], asks }: Bought): Promise<void> {
  for (const scenario of orders) {
    if (scenario !== null) await shop.use(scenario)
    await merchant.order(10.5)
    await shop.advance('1s')
  }
  for (const scenario of withdrawals) {
    await shop.use(scenario)
    await merchant.withdraw(5)
    await shop.advance('1s')
  }
  for (let count = 0; asks && count < 3; count++) {
    await merchant.askOpen()
    await shop.advance('2s')
  }
}

function orderRow(merchant: Merchant, reference: string) {
  const shown: { status: string; credited: number; cart?: string } | undefined = merchant.shown(reference)
  if (shown === undefined) return null
  const { status, credited, cart } = shown
  return { paid: status === 'paid', credited, ...(cart === undefined ? {} : { order: cart }) }
}
