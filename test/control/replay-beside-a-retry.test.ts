import { expect, test } from 'vitest'
import { replayWords } from '../../src/dashboard/transaction/delivery-words.ts'
import { openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

test('a replay that is delivered takes the retry away from the jobs, from the steps and from time', async () => {
  const answers = [500, 500]
  const merchant = await startMerchant(() => answers.shift() ?? 200)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1h', '1h'] })
  const { id } = (await shop.collect()).body
  await shop.advance('3s')
  const [{ id: webhook }] = (await shop.get('/_sandbox/webhooks')).body.data
  const replay = async () => (await shop.post(`/_sandbox/webhooks/${webhook}/replay`)).body
  const ahead = async () => {
    const { steps } = (await shop.get(`/_sandbox/transactions/${id}`)).body
    const shown = steps.filter(({ state }: { state: string }) => state === 'pending').length
    return { jobs: (await shop.get('/_sandbox/jobs')).body.length, shown }
  }
  expect((await replay()).status).toBe('pending')
  expect(await ahead()).toEqual({ jobs: 1, shown: 1 })
  expect((await replay()).status).toBe('delivered')
  expect(await ahead()).toEqual({ jobs: 0, shown: 0 })
  await shop.advance('3h')
  expect(merchant.webhooks).toHaveLength(3)
})

test('the answer to a replay is about the copy that it sent, beside a scheduled attempt under way', async () => {
  let answerRetry: (status: number) => void = () => {}
  const retried = new Promise<number>((resolve) => {
    answerRetry = resolve
  })
  const answers = [500, retried, 200]
  let asked = 0
  const merchant = await startMerchant(() => answers[asked++] ?? 200)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1h'] })
  await shop.collect()
  await shop.advance('3s')
  const [{ id }] = (await shop.get('/_sandbox/webhooks')).body.data
  await shop.post('/_sandbox/clock/resume', { rate: 3600 })
  await merchant.received(2)
  const { attempts } = (await shop.post(`/_sandbox/webhooks/${id}/replay`)).body
  answerRetry(200)
  const [first, retry, again] = attempts
  expect(attempts.map(({ number, replay, response }: Attempt) => [number, replay, response?.status])).toEqual([
    [1, undefined, 500],
    [2, undefined, undefined],
    [3, true, 200],
  ])
  // The attempt that became due can leave after the replay, too.
  for (const sent of [attempts, [first, again, retry]]) {
    expect(replayWords([{ attempts: sent }])).toBe('1 sent again and answered 2xx')
  }
  expect(replayWords([{ attempts: [first, { ...retry, replay: true }] }])).toBe('Not delivered: no answer yet')
})

interface Attempt {
  readonly number: number
  readonly replay?: true
  readonly response: { readonly status: number } | null
}
