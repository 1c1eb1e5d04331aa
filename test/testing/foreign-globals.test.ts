import { createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { connectSandbox, type Sandbox } from '../../src/testing/index.ts'
import { listening } from '../support/listening.ts'
import { refusingPort } from '../support/misbehaving-receiver.ts'
import { mobileMoney } from '../support/requests.ts'
import { started } from '../support/started-sandbox.ts'

// The sandbox here is its source, which uses the globals as they are. test/journeys/foreign-globals.test.ts tests the built package.
const { foreignClasses } = await import(new URL('../support/foreign-classes.mjs', import.meta.url).href)

afterEach(() => void vi.unstubAllGlobals())

/** A sandbox as this process calls it, and as it is called over HTTP. */
async function both(): Promise<readonly Sandbox[]> {
  const sandbox = await started()
  return [sandbox, await connectSandbox({ url: sandbox.url })]
}

test('fetch takes the request and the headers of another library', async () => {
  for (const sandbox of await both()) {
    const { apiKey: authorization } = await sandbox.business()
    const headers = new foreignClasses.Headers({ authorization, 'content-type': 'application/json' })
    const address = `${sandbox.url}/collections/mobilemoney`
    const body = (reference: string) => JSON.stringify(mobileMoney({ reference }))
    const created = [
      await sandbox.fetch(new foreignClasses.Request(address, { method: 'POST', headers, body: body('order-1') })),
      await sandbox.fetch('/collections/mobilemoney', { method: 'POST', headers, body: body('order-2') }),
    ]
    const asked = new foreignClasses.Request(`${sandbox.url}/balance`, { headers })
    expect([...created, await sandbox.fetch(asked)].map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await created[0]?.json()).toMatchObject({ reference_business: 'order-1' })
  }
})

test('fetch follows the signal of another library, and refuses what is not a signal', async () => {
  for (const sandbox of await both()) {
    const { apiKey: authorization } = await sandbox.business()
    const wait = (signal: AbortSignal) =>
      sandbox.fetch('/_sandbox/webhooks/wait?timeout=30s', { headers: { authorization }, signal })
    const controller = new foreignClasses.AbortController()
    const waiting = wait(controller.signal)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await expect(wait(controller.signal)).rejects.toMatchObject({ name: 'AbortError' })
    await expect(wait(JSON.parse('{}'))).rejects.toThrow(new TypeError('The given signal is not an AbortSignal'))
  }
})

test('the fetch of a sandbox in another process answers as the global one does', async () => {
  const server = createServer(({ url }, answer) => {
    if (url === '/moved') answer.writeHead(302, { location: '/_sandbox/info' }).end()
    else if (url === '/nothing') answer.writeHead(204, { 'set-cookie': ['a=1', 'b=2'] }).end()
    else answer.end('{}')
  })
  const url = await listening(server)
  const sandbox = await connectSandbox({ url })
  for (const fetched of [fetch, sandbox.fetch]) {
    expect(await (await fetched(`${url}/moved`)).text()).toBe('{}')
    const { status, headers } = await fetched(`${url}/nothing`)
    expect([status, headers.getSetCookie()]).toEqual([204, ['a=1', 'b=2']])
    const refused = fetched(`http://127.0.0.1:${await refusingPort()}/`)
    await expect(refused).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } })
  }
})
