import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { businessesIn } from '../../src/recordings/read/businesses.ts'
import { readRecording } from '../../src/recordings/read/read-recording.ts'
import { trafficIn } from '../../src/recordings/read/service-calls.ts'
import { call } from '../support/call.ts'
import { browserTest, openPage } from '../support/chromium.ts'
import { folderWith, launch, launchCommand } from '../support/cli.ts'
import { compareFiles, differencesIn } from '../support/compared.ts'
import { freePort } from '../support/free-port.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'

const key = 'test_sandbox'
const body = mobileMoney({ accountNumber: '0240000000', accountName: 'Åsa é' })
const path = '/collections/mobilemoney'

/** What a comparison needs of the calls of a recording, without what each recorder adds. */
function essence(file: string) {
  const { businesses } = businessesIn(trafficIn([readRecording(file)]))
  return businesses.map((business) => ({
    by: business.key.replace('test_REDACTED_1', key),
    calls: business.calls.map(({ call: { entry, path } }) => {
      const { method, status, request, response } = entry
      return { method, path, status, sent: request.body || null, answered: response.body }
    }),
  }))
}

/** Returns what a sandbox does otherwise when it plays a recording, and which rows are the same. */
async function played(file: string) {
  const comparison = await compareFiles([file])
  const same = comparison.rows.filter(({ verdict }) => verdict === 'same')
  return { same: same.map(({ decision }) => decision), differences: differencesIn(comparison) }
}

/** What the three calls show. */
const seen = ['D1', 'D4', 'D15', 'D16', 'D17', 'D18', 'D19', 'D20', 'D21', 'D23', 'D26', 'D33', 'D38', 'D40', 'D43']

/** The same three calls: a create call, the query of its status, and a path that is not there. */
async function makeCalls(url: string): Promise<void> {
  const { body: record } = await call(url, path, { key, body })
  await call(url, `/payments/${record.id}`, { key })
  await call(url, '/nowhere', { key, body: {} })
}

async function ownRecording(service: string): Promise<string> {
  const cwd = folderWith()
  const cli = launch(['record', '--to', service, '--port', '0', '--keep-personal'], { cwd })
  const ready = await cli.line(/^recording calls/)
  await makeCalls(/ on (http:[^\s,]+)/.exec(ready)?.[1] ?? '')
  await cli.stop()
  return join(cwd, 'recording.har')
}

browserTest('a recording by Chromium reads as one by record', async () => {
  const [service, other] = [await openSandbox(), await openSandbox()]
  const file = join(folderWith(), 'chromium.har')
  const { page } = await openPage({ recordHar: { path: file, content: 'embed' } })
  await page.goto(`${service.url}/_sandbox/health`)
  await page.evaluate(
    async ({ key, path, text }) => {
      const send = (to: string, body?: string) =>
        fetch(to, {
          ...(body === undefined ? {} : { method: 'POST', body }),
          headers: { authorization: key, 'content-type': 'application/json' },
        })
      const { id } = (await (await send(path, text)).json()) as { readonly id: string }
      await (await send(`/payments/${id}`)).text()
      await (await send('/nowhere', '{}')).text()
    },
    { key, path, text: JSON.stringify(body) },
  )
  await page.context().close()
  const businesses = essence(file)
  const sandboxsOwn = ({ path }: { readonly path: string }) => !/^\/(?:_sandbox|favicon)/.test(path)
  const calls = businesses.map(({ by, calls }) => ({ by, calls: calls.filter(sandboxsOwn) }))
  expect(calls).toEqual(essence(await ownRecording(other.url)))
  expect(await played(file)).toEqual({ same: seen, differences: [] })
})

const [mitmdump, writesHar] = ['/usr/bin/mitmdump', '/usr/share/doc/mitmproxy/examples/contrib/har_dump.py']

test.skipIf(!existsSync(writesHar) && process.env.CI !== 'true')(
  'a recording by mitmproxy reads as one by record',
  { timeout: 120_000 },
  async () => {
    const [service, other] = [await openSandbox(), await openSandbox()]
    const cwd = folderWith()
    const port = await freePort()
    const to = ['--mode', `reverse:${service.url}`, '--listen-port', String(port)]
    const proxy = launchCommand([mitmdump, '-s', writesHar, '--set', 'hardump=mitm.har', ...to], { cwd })
    const url = `http://127.0.0.1:${port}`
    await until('mitmproxy listens', () => call(url, '/', { key }).catch(() => null))
    await makeCalls(url)
    proxy.signal('SIGINT')
    await proxy.ended
    const businesses = essence(join(cwd, 'mitm.har'))
    const calls = businesses.map(({ by, calls }) => ({ by, calls: calls.filter(({ path }) => path !== '/') }))
    expect(calls).toEqual(essence(await ownRecording(other.url)))
    expect(await played(join(cwd, 'mitm.har'))).toEqual({ same: seen, differences: [] })
  },
)
