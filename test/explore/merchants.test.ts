import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { explore, ScheduleFailure } from '../../src/testing/index.ts'
import { folderWith } from '../support/cli.ts'
import { Merchant } from '../support/merchants/merchant.ts'
import * as wrong from '../support/merchants/wrong-merchants.ts'

function exploreOrder(Kind: typeof Merchant, options: { found: string; runs?: number; seed?: number }) {
  return explore(
    {
      async body({ sandbox }) {
        let merchant: Merchant | undefined
        const receive = async (request: Request) => merchant?.receive(request) ?? new Response(null, { status: 503 })
        const shop = await sandbox.business({ receive })
        merchant = new Kind({ fetch: sandbox.fetch, apiKey: shop.apiKey, secret: shop.webhookSecret })
        const order = await merchant.order(10.5)
        return { merchant, order, shop, sandbox }
      },
      async check({ sandbox }, { merchant, order, shop }) {
        await merchant.askOpen()
        const charged = await sandbox.fetch('/_sandbox/transactions?status=COMPLETED', {
          headers: { authorization: shop.apiKey },
        })
        const { data } = (await charged.json()) as { data: unknown[] }
        const credited = [...merchant.orders.values()].reduce((sum, one) => sum + one.credited, 0)
        if (data.length !== 1) throw new Error(`expected one charge for ${order.reference}, made ${data.length}`)
        if (credited !== 10.5) throw new Error(`expected 10.5 to be credited once, credited ${credited}`)
      },
    },
    { listen: false, ...options },
  )
}

test('a merchant without a mistake passes every single change and all pairs', async () => {
  const result = await exploreOrder(Merchant, { found: folderWith() })
  expect(result).toEqual({
    runs: 50,
    reached: {
      'webhook-twice': 9,
      'webhook-twice-at-once': 8,
      'webhook-again-later': 7,
      'webhook-before-reply': 9,
      'webhook-late': 8,
      'lost-ack': 9,
      'lost-reply': 9,
      'slow-reply': 7,
    },
    notReached: ['pending-first', 'reversed'],
    seed: 1,
  })
})

test.each([
  [wrong.WithoutDedupe, 'webhook-twice-1', 'the webhook of transaction 1 comes twice'],
  [wrong.CheckThenAct, 'webhook-twice-at-once-1', 'the webhook of transaction 1 comes twice at once'],
  [wrong.DedupeByWebhookId, 'webhook-twice-1', 'the webhook of transaction 1 comes twice'],
  [wrong.TwoDedupeKeys, 'webhook-before-reply-1', 'the webhook of transaction 1 comes before the reply'],
  [wrong.CreditsOnReply, 'lost-reply-1', 'the reply to the create call of transaction 1 is lost'],
  [wrong.NeverAsks, 'lost-reply-1', 'the reply to the create call of transaction 1 is lost'],
  [wrong.ChargesAgain, 'lost-reply-1', 'the reply to the create call of transaction 1 is lost'],
])('%o fails under %s', async (Kind, name, sentence) => {
  const found = folderWith()
  const failure = await exploreOrder(Kind, { found }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ScheduleFailure)
  expect((failure as Error).message).toContain(`The test fails when ${sentence} (confirmed 3 of 3, run `)
  expect(readFileSync(join(found, `${name}.yaml`), 'utf8')).toContain(`why: ${sentence}\n`)
})
