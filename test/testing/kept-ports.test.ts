import { expect, test } from 'vitest'
import { startReceiver } from '../../src/testing/receiver.ts'
import { keptPorts } from '../../src/testing/tuned-ports.ts'

const post = (url: string) => fetch(url, { method: 'POST', body: '{}' })

test('a port that is used again takes no webhook of the receiver before', async () => {
  const ports = keptPorts()
  const start = () => startReceiver(() => [], ports.open)
  const before = await start()
  expect((await post(before.url)).status).toBe(200)
  await before.close()
  const after = await start()
  expect(new URL(after.url).port).toBe(new URL(before.url).port)
  await expect(post(before.url)).rejects.toThrow('fetch failed')
  expect((await post(`${after.url}/orders?from=test`)).status).toBe(200)
  expect((await post(new URL('/orders', after.url).href)).status).toBe(200)
  expect([before.webhooks.length, after.webhooks.length]).toEqual([1, 2])
  await after.close()
  await ports.close()
  await expect(post(after.url)).rejects.toThrow('fetch failed')
})

test('a call that is never answered ends with its receiver, and receivers beside each other have a port each', async () => {
  const ports = keptPorts()
  const [one, other] = [await startReceiver(() => [], ports.open), await startReceiver(() => [], ports.open)]
  expect(new URL(one.url).port).not.toBe(new URL(other.url).port)
  one.reply('hang')
  const hanging = post(one.url)
  await expect.poll(() => one.webhooks.length).toBe(1)
  await one.close()
  await expect(hanging).rejects.toThrow('fetch failed')
  await other.close()
  await ports.close()
})
