import { expect, onTestFinished, test } from 'vitest'
import { monotonicMs } from '../../src/time.ts'
import { createWebhookClient } from '../../src/webhooks/http/post.ts'
import { answers, type Behaviour, misbehaviours, startReceiver } from '../support/misbehaving-receiver.ts'

const behaviours: readonly (readonly [name: string, behaviour: Behaviour])[] = [
  ...Object.entries(misbehaviours),
  ['answers 200', answers(200, 'ok')],
  ['answers 503', answers(503, 'what the merchant says')],
  ['answers 4,000 characters of two bytes', answers(200, 'é'.repeat(4000))],
]

test('however a receiver behaves, an attempt ends soon after its time-out at the latest', async () => {
  const client = createWebhookClient({ policy: () => ({ exposed: false, own: null }), isContainer: false })
  onTestFinished(() => client.close())
  const timeoutMs = 300
  const post = (url: string) => client.post({ url, body: '{}', headers: {}, timeoutMs })
  // The first webhook loads the HTTP client, which is not part of any attempt.
  await post('http://127.0.0.1:1/')
  const late: string[] = []
  for (const [name, behaviour] of behaviours) {
    const receiver = await startReceiver(behaviour)
    onTestFinished(() => receiver.close())
    const startedMs = monotonicMs()
    await post(receiver.url)
    if (monotonicMs() - startedMs >= timeoutMs + 500) late.push(name)
  }
  expect(late).toEqual([])
})
