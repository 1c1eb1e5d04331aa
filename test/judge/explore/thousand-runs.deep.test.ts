import { expect, test } from 'vitest'
import { changeNames } from '../../../src/judge/explore/changes.ts'
import { explore } from '../../../src/testing/index.ts'
import { folderWith } from '../../support/cli.ts'
import { Merchant } from '../../support/merchants/merchant.ts'

/** `EXPLORE_RUNS` sets another number. */
const wanted = Number(process.env.EXPLORE_RUNS ?? 250)

test(`a merchant without a mistake passes ${wanted} runs of two orders, in which every change happens`, {
  timeout: wanted * 300,
}, async () => {
  const { runs, reached, notReached } = await explore(
    {
      async body({ sandbox }) {
        let merchant: Merchant | undefined
        const receive = async (request: Request) => merchant?.receive(request) ?? new Response(null, { status: 503 })
        const shop = await sandbox.business({ receive })
        merchant = new Merchant({ fetch: sandbox.fetch, apiKey: shop.apiKey, secret: shop.webhookSecret })
        const orders = [await merchant.order(10.5), await merchant.order(20)]
        await merchant.askOpen()
        await shop.advance('5s')
        await merchant.askOpen()
        return { merchant, orders }
      },
      async check(_context, { merchant, orders }) {
        await merchant.askOpen()
        expect(orders.map(({ credited }) => credited)).toEqual([10.5, 20])
      },
    },
    { listen: false, runs: wanted, found: folderWith() },
  )
  expect([runs, notReached]).toEqual([wanted, []])
  expect(Object.keys(reached)).toEqual([...changeNames])
})
