import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { explore, ScheduleFailure } from '../../../src/testing/index.ts'
import { folderWith } from '../../support/cli.ts'
import { Merchant } from '../../support/merchants/merchant.ts'
import * as wrong from '../../support/merchants/wrong-merchants.ts'

interface Options {
  readonly found: string
  readonly runs?: number
}

/** An order, or two; with `asks` the merchant also asks for their status, thrice. */
function exploreOrders(
  Kind: typeof Merchant,
  { amounts, asks }: { readonly amounts: readonly number[]; readonly asks: boolean },
  options: Options,
) {
  return explore(
    {
      async body({ sandbox }) {
        let merchant: Merchant | undefined
        const receive = async (request: Request) => merchant?.receive(request) ?? new Response(null, { status: 503 })
        const shop = await sandbox.business({ receive })
        merchant = new Kind({ fetch: sandbox.fetch, apiKey: shop.apiKey, secret: shop.webhookSecret })
        for (const amount of amounts) {
          await merchant.order(amount)
          await shop.advance('1s')
        }
        for (let count = 0; asks && count < 3; count++) await merchant.askOpen()
        return { merchant, shop }
      },
      async check({ sandbox }, { merchant, shop }) {
        await merchant.askOpen()
        const charged = await sandbox.fetch('/_sandbox/transactions?status=COMPLETED', {
          headers: { authorization: shop.apiKey },
        })
        const { data } = (await charged.json()) as { data: unknown[] }
        const right = amounts.reduce((sum, amount) => sum + amount, 0)
        if (data.length !== amounts.length) throw new Error(`expected ${amounts.length} charges, made ${data.length}`)
        if (merchant.balance !== right)
          throw new Error(`expected ${right} to be credited, credited ${merchant.balance}`)
      },
    },
    { listen: false, ...options },
  )
}

const once = { amounts: [10.5], asks: false }
const asking = { amounts: [10.5], asks: true }
const twice = { amounts: [10.5, 4.5], asks: false }

test('a merchant without a mistake passes every single change and all pairs', async () => {
  const result = await exploreOrders(Merchant, once, { found: folderWith() })
  expect(result).toEqual({
    runs: 83,
    reached: {
      'webhook-twice': 12,
      'webhook-twice-at-once': 11,
      'webhook-again-later': 10,
      'webhook-before-reply': 12,
      'webhook-late': 10,
      'lost-ack': 12,
      'other-bytes': 12,
      'lost-reply': 12,
      'slow-reply': 10,
    },
    notReached: ['webhook-before-status-reply', 'together', 'reversed', 'pending-first', 'status-fails'],
    needsCheck: [],
    untried: 0,
    seed: 1,
  })
})

test('a merchant without a mistake that asks for the status passes all that can happen then', async () => {
  const result = await exploreOrders(Merchant, asking, { found: folderWith() })
  expect(result.notReached).toEqual(['together', 'reversed'])
})

test.each([
  [wrong.WithoutDedupe, 'webhook-twice-1', 'the webhook of transaction 1 comes twice'],
  [wrong.CheckThenAct, 'webhook-twice-at-once-1', 'the webhook of transaction 1 comes twice at once'],
  [wrong.DedupeByWebhookId, 'webhook-twice-1', 'the webhook of transaction 1 comes twice'],
  [wrong.TwoDedupeKeys, 'webhook-before-reply-1', 'the webhook of transaction 1 comes before the reply'],
  [wrong.CreditsOnReply, 'lost-reply-1', 'the reply to the create call of transaction 1 is lost'],
  [wrong.NeverAsks, 'lost-reply-1', 'the reply to the create call of transaction 1 is lost'],
  [wrong.ChargesAgain, 'lost-reply-1', 'the reply to the create call of transaction 1 is lost'],
  // Its status query at the end mends what the webhook did not do, if it knows the transaction's id.
  [
    wrong.SignatureOfParsedBody,
    'other-bytes-1-lost-reply-1',
    'the webhook of transaction 1 comes in other bytes and the reply to the create call of transaction 1 is lost',
  ],
  [wrong.TakesErrorForFailed, 'status-fails-1', 'status queries of transaction 1 fail twice', asking],
  [
    wrong.DecidesByAnOldRow,
    'webhook-before-status-reply-1',
    'the webhook of transaction 1 comes during a status query',
    asking,
  ],
  [
    wrong.WritesBackTheBalance,
    'together-1',
    'the webhook of transaction 1 and the next one come at the same moment',
    twice,
  ],
  [
    wrong.RemembersBeforeTheWork,
    'together-1',
    'the webhook of transaction 1 and the next one come at the same moment',
    twice,
  ],
] as const)('%o fails under %s', async (Kind, name, sentence, orders: Parameters<typeof exploreOrders>[1] = once) => {
  const found = folderWith()
  const failure = await exploreOrders(Kind, orders, { found }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ScheduleFailure)
  expect((failure as Error).message).toContain(`The test fails when ${sentence} (confirmed 3 of 3, run `)
  expect(readFileSync(join(found, `${name}.yaml`), 'utf8')).toContain(`why: ${sentence}\n`)
})
