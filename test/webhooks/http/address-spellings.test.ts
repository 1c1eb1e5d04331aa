import { afterEach, expect, test } from 'vitest'
import type { AddressPolicy } from '../../../src/webhooks/address-policy.ts'
import { createWebhookClient } from '../../../src/webhooks/http/post.ts'
import { answers, startReceiver } from '../../support/misbehaving-receiver.ts'

const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((part) => part.close()))
})

/** Posts as the sandbox does, to a URL that is made for the port of a server on both loopback addresses. */
async function postTo(urlAt: (port: number) => string, policyAt: (port: number) => AddressPolicy) {
  const four = await startReceiver(answers(200, 'ok'))
  const six = await startReceiver(answers(200, 'ok'), { host: '::1', port: four.port })
  const client = createWebhookClient({ policy: () => policyAt(four.port) })
  opened.push(four, six, client)
  const outcome = await client.post({ url: urlAt(four.port), body: '{}', headers: {}, timeoutMs: 2000 })
  return { ...outcome, accepted: four.accepted + six.accepted }
}

const loopback = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0X7F.0.0.1',
  '0x7f.1',
  '017700000001',
  '0177.0.0.01',
  '0177.0x0.1',
  '%31%32%37.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127.255.255.254',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  'localhost',
  'LocalHost.',
  'a.b.localhost',
  'shop.example@127.0.0.1',
  'shop.example:80@127.1',
  'user:%40shop.example@[::1]',
]

test.each(loopback)('no webhook reaches the sandbox itself at http://%s', async (host) => {
  const own = (port: number): AddressPolicy => ({ exposed: false, own: { addresses: ['127.0.0.1'], port } })
  const { response, error, sent, accepted } = await postTo((port) => `http://${host}:${port}/_sandbox/reset`, own)
  expect({ response, sent, accepted }).toEqual({ response: null, sent: false, accepted: 0 })
  expect(error).toMatch(/^address refused: .* is this sandbox itself$/)
})

test.each(loopback)('no webhook leaves an exposed sandbox for its own machine at http://%s', async (host) => {
  const exposed = (): AddressPolicy => ({ exposed: true, allow: ['10.0.0.0/8', 'shop.example'], own: null })
  const { response, error, sent, accepted } = await postTo((port) => `http://${host}:${port}/`, exposed)
  expect({ response, sent, accepted }).toEqual({ response: null, sent: false, accepted: 0 })
  expect(error).toMatch(/^address refused: .* is not in the setting callbackAllow: add "/)
})

// If they were not refused, they would time out or be unreachable, and the error would say so.
test.each([
  '169.254.169.254',
  '169.254.169.254.',
  '169.254.43518',
  '169.16689662',
  '2852039166',
  '0xa9fea9fe',
  '0xA9.0xFE.0xA9.0xFE',
  '0251.0376.0251.0376',
  '025177524776',
  '①⑥⑨.②⑤④.169.254',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[::169.254.169.254]',
  '[::ffff:0:a9fe:a9fe]',
  '[64:ff9b::169.254.169.254]',
  '[2002:a9fe:a9fe::]',
  'shop.example@169.254.169.254',
  '127.0.0.1:80@0xa9fea9fe',
])('no webhook reaches cloud metadata at http://%s', async (host) => {
  const local = (): AddressPolicy => ({ exposed: false, own: null })
  const { response, error, sent } = await postTo(() => `http://${host}/latest/meta-data/`, local)
  expect({ response, sent }).toEqual({ response: null, sent: false })
  expect(error).toMatch(/^address refused: .* is link-local \(cloud metadata lives there\)/)
})
