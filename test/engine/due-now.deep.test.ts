import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { at, openSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

/** A file with one scenario that is due at once and one that is sent again at once. */
function scenarioFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'scenarios-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'own.yaml')
  writeFileSync(file, text)
  return file
}

const atOnce = `version: 1
scenarios:
  at-once:
    summary: Approved without a wait.
    match: { reference: "now-*" }
    after: 0s
    outcome: approved
`

test('a frozen clock runs what is due now: the step, its webhook, and no more', async () => {
  const sandbox = await openSandbox({ scenarios: [scenarioFile(atOnce)] })
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  for (let round = 1; round <= 5; round += 1) {
    const { body } = await shop.collect({ reference: `now-${round}` })
    expect(body.status).toBe('INITIATED')
    const webhook = (await shop.get(`/_sandbox/webhooks/wait?reference=now-${round}&timeout=5s`)).body
    expect(webhook).toMatchObject({ status: 'delivered', attempts: [{ number: 1, at: at(0) }] })
  }
  await shop.collect({ reference: 'plain' })
  expect((await shop.get('/_sandbox/jobs')).body).toMatchObject([{ dueAt: at(3000) }])
  expect((await shop.get('/_sandbox/clock')).body).toEqual({ now: at(0), mode: 'frozen', rate: 1 })
  expect(merchant.webhooks).toHaveLength(5)
})

test('a retry without a wait goes out on a frozen clock', async () => {
  const sandbox = await openSandbox()
  const merchant = await startMerchant(() => 500)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['0s', '0s', '0s'] })
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await merchant.received(4)
  await shop.post('/_sandbox/clock/advance', { by: '0s' })
  expect((await shop.get('/_sandbox/webhooks')).body.data).toMatchObject([
    { status: 'exhausted', attempts: { length: 4 } },
  ])
})
