import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { Received } from '../../src/testing/index.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { openShopWithReceiver } from '../support/shop.ts'

/** A collection whose webhook is refused until it was signed in each of these ways, and who is to judge it. */
async function sendSigned(signatures: string, settings = {}) {
  const yaml = `
version: 1
defaults: { scenario: mine }
scenarios: { mine: { outcome: approved, webhook: { signature: ${signatures}, retry: [1s, 1s, 1s, 1s] } } }`
  // Verifiers hold the time of an attempt against the machine's clock.
  const sandbox = await startWithScenarios(yaml, new Date().toISOString())
  const { shop, receiver } = await openShopWithReceiver(sandbox, { signatureScheme: 'standard-webhooks', ...settings })
  receiver.reply(500, { times: 4 })
  await shop.collect({ reason: 'Crème 🙂' })
  await shop.runUntilIdle()
  const secret: string = (await shop.get('/_sandbox/business')).body.standardWebhooksSecret
  return { secret, webhooks: receiver.webhooks }
}

/** What the package `standardwebhooks` says of a webhook: its body, or why it is refused. */
function judge({ raw, headers }: Received, secret: string): unknown {
  try {
    return new Webhook(secret).verify(raw.toString('utf8'), headers)
  } catch (error) {
    return String(error)
  }
}

test.each([{}, { webhookSecret: 'sésame' }])(
  'the package standardwebhooks accepts every attempt (%o)',
  async (settings) => {
    const { secret, webhooks } = await sendSigned('valid', settings)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhooks).toHaveLength(5)
    for (const webhook of webhooks) expect(judge(webhook, secret)).toEqual(webhook.body)
  },
)

test('the package standardwebhooks refuses each wrong signature that a scenario asks for, and names the reason', async () => {
  const { secret, webhooks } = await sendSigned('[missing, corrupt, wrong-key, stale, valid]')
  expect(webhooks.map((webhook) => judge(webhook, secret))).toEqual([
    'WebhookVerificationError: Missing required headers',
    'WebhookVerificationError: No matching signature found',
    'WebhookVerificationError: No matching signature found',
    'WebhookVerificationError: Message timestamp too old',
    webhooks[4]?.body,
  ])
})

test('the package standardwebhooks refuses other bytes, another id and another secret', async () => {
  const { secret, webhooks } = await sendSigned('valid')
  const [webhook] = webhooks
  if (!webhook) throw new Error('No webhook came')
  const { raw, headers } = webhook
  const refused = 'WebhookVerificationError: No matching signature found'
  expect(judge({ ...webhook, raw: Buffer.concat([raw, Buffer.from(' ')]) }, secret)).toBe(refused)
  expect(judge({ ...webhook, headers: { ...headers, 'webhook-id': 'other' } }, secret)).toBe(refused)
  expect(judge(webhook, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(refused)
})
