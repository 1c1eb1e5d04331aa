import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { folderWith, look, type StartedSandbox, start } from '../support/cli.ts'
import { type Merchant, openMerchant } from '../support/merchant.ts'
import { mobileMoney, virtualAccount } from '../support/requests.ts'

const key = 'test_sandbox'
const noon = ['--seed', '5', '--clock', '2026-01-31T12:00:00Z']

interface Crashes {
  readonly created?: true
  readonly halfway?: true
  readonly done?: true
}

function post(sandbox: StartedSandbox, path: string, body: object) {
  return call(sandbox.url, path, { key, body })
}

function advance(sandbox: StartedSandbox, by: string) {
  return post(sandbox, '/_sandbox/clock/advance', { by })
}

async function createAll(sandbox: StartedSandbox): Promise<string[]> {
  const answers = [
    await post(sandbox, '/collections/mobilemoney', mobileMoney({ reference: 'momo-1' })),
    await post(sandbox, '/collections/mobilemoney', mobileMoney({ reference: 'scn:switch-error:1' })),
    await post(sandbox, '/collections/virtual-account', virtualAccount({ reference: 'account-1' })),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  return answers.map(({ text }) => text)
}

/** All that a merchant sees of a day that a sandbox lives through with crashes at the given points. */
async function day(merchant: Merchant, crashes: Crashes) {
  const before = merchant.webhooks.length
  const cwd = folderWith()
  const wake = () => start([...noon, '--callback-url', merchant.url], { cwd })
  const crashed = async (sandbox: StartedSandbox) => {
    await sandbox.crash()
    return wake()
  }
  let sandbox = await wake()
  const records = await createAll(sandbox)
  if (crashes.created) sandbox = await crashed(sandbox)
  await advance(sandbox, '4s')
  if (crashes.halfway) sandbox = await crashed(sandbox)
  await advance(sandbox, '26s')
  if (crashes.done) sandbox = await crashed(sandbox)
  const clock = await look(sandbox, '/clock')
  const { data } = await look(sandbox, '/transactions')
  await sandbox.stop()
  const sent = merchant.webhooks.slice(before).map(({ raw, headers }) => [raw.toString('utf8'), headers])
  return { records, sent, clock, data }
}

const moments: Readonly<Record<string, Crashes>> = {
  'between creation and webhook': { created: true },
  'between one webhook and the next': { halfway: true },
  'when all is done': { done: true },
  'at each of these moments': { created: true, halfway: true, done: true },
}

test('after kill -9 at any moment everything is as if nothing had happened', { timeout: 120_000 }, async () => {
  const merchant = await openMerchant()
  const undisturbed = await day(merchant, {})
  expect(undisturbed.sent).toHaveLength(3)
  for (const [when, crashes] of Object.entries(moments)) expect(await day(merchant, crashes), when).toEqual(undisturbed)
})

test('a webhook under way at kill -9 is sent again, the same bytes, and both attempts are counted', async () => {
  const merchant = await openMerchant()
  merchant.reply('hang', { times: 1 })
  const cwd = folderWith()
  const args = ['--callback-url', merchant.url]
  const first = await start(args, { cwd })
  await post(first, '/collections/mobilemoney', mobileMoney({ reference: 'scn:paid-at-once:1' }))
  await merchant.arrived(1)
  await first.crash()
  const second = await start(args, { cwd })
  const [before, after] = await merchant.arrived(2)
  const delivery = await look(second, '/webhooks/wait?reference=scn:paid-at-once:1')
  await second.stop()
  expect(after?.raw).toEqual(before?.raw)
  expect([before?.attempt, after?.attempt]).toEqual([1, 2])
  expect(after?.headers['x-sandbox-delivery']).toBe(before?.headers['x-sandbox-delivery'])
  expect(delivery).toMatchObject({
    status: 'delivered',
    attempts: [
      { number: 1, response: null, error: 'not finished' },
      { number: 2, response: { status: 200 } },
    ],
  })
})
