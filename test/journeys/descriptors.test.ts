import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { sleep } from '../../src/time.ts'
import { look, start } from '../support/cli.ts'
import { openMerchant } from '../support/merchant.ts'
import { mobileMoney } from '../support/requests.ts'

test('a shortage of file descriptors at the first webhook heals when it is over', async () => {
  const merchant = await openMerchant()
  const args = ['--clock', 'frozen', '--data', ':memory:', '--callback-url', merchant.url]
  const sandbox = await start(args, { descriptors: 64 })
  const { port } = new URL(sandbox.url)
  const call = callsOn(sandbox.url)
  await call('/collections/mobilemoney', JSON.stringify(mobileMoney()))
  // Asks for a part that is loaded after the start, as what sends webhooks is.
  await call('/_sandbox/report?format=junit')
  const taken = await takeAll(Number(port))
  const advanced = call('/_sandbox/clock/advance', '{"by":"5s"}')
  // The wait is what is tested: the webhook meets the shortage.
  await sleep(1000)
  expect(merchant.webhooks).toHaveLength(0)
  for (const socket of taken) socket.destroy()
  expect(await advanced).toContain('webhook_delivered')
  expect(merchant.webhooks).toHaveLength(1)
  expect((await look(sandbox, '/webhooks')).data).toMatchObject([{ status: 'delivered', attempts: [{ number: 1 }] }])
  await sandbox.stop()
})

/** Makes calls to the sandbox on one connection, which is there before the shortage is. */
function callsOn(url: string): (path: string, body?: string) => Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const headers = { authorization: 'test_sandbox', 'content-type': 'application/json' }
  return async (path, body) => {
    const calling = request(new URL(path, url), { agent, headers, method: body === undefined ? 'GET' : 'POST' }).end(
      body,
    )
    const [answer] = (await once(calling, 'response')) as [IncomingMessage]
    return text(answer)
  }
}

/** Takes every descriptor that the sandbox has left: connects until it closes a connection at once. */
async function takeAll(port: number): Promise<readonly Socket[]> {
  const taken: Socket[] = []
  onTestFinished(() => {
    for (const socket of taken) socket.destroy()
  })
  let isShort = false
  while (!isShort) {
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .on('close', () => {
        isShort = true
      })
    taken.push(socket)
    await once(socket, 'connect')
    await sleep(10)
  }
  return taken
}
