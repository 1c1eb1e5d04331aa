import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '../../src/config.ts'
import { compareRecordings } from '../../src/recordings/compare/compare.ts'
import { ownCalls } from '../../src/recordings/read/own-calls.ts'
import { readRecording } from '../../src/recordings/read/read-recording.ts'
import type { Entry } from '../../src/recordings/read/recording.ts'
import { call } from '../support/call.ts'
import { browserTest, openPage } from '../support/chromium.ts'
import { folderWith, launch, launchCommand } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { quiet } from '../support/recorded-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'

const key = 'test_sandbox'
const body = mobileMoney({ accountNumber: '0240000000', accountName: 'Åsa é' })
const path = '/collections/mobilemoney'

/** What a comparison needs of the calls of a recording, without what each recorder adds. */
async function essence(file: string) {
  const { businesses, others } = ownCalls([readRecording(file)])
  const calls = ([by, entries]: [string, readonly Entry[]]) => ({
    by: by.replace('test_REDACTED_1', key),
    calls: entries.map(({ method, url, status, request, response }) => {
      return { method, path: url.pathname, status, sent: request.body || null, answered: response.body }
    }),
  })
  return { businesses: [...businesses].map(calls), hosts: others.size }
}

/** Returns what a sandbox does otherwise when it plays a recording, and how many rows are the same. */
async function played(file: string) {
  const { rows, uncovered } = await compareRecordings([file], parseConfig({}), quiet)
  const of = (wanted: string) => rows.filter(({ verdict }) => verdict === wanted).map(({ decision }) => decision)
  return { same: of('same'), differs: of('differs'), uncovered }
}

/** What the three calls show. */
const seen = ['D1', 'D4', 'D15', 'D16', 'D18', 'D19', 'D20', 'D21', 'D23', 'D33', 'D38', 'D40']

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
  const { businesses } = await essence(file)
  const sandboxsOwn = ({ path }: { readonly path: string }) => !/^\/(?:_sandbox|favicon)/.test(path)
  const calls = businesses.map(({ by, calls }) => ({ by, calls: calls.filter(sandboxsOwn) }))
  expect(calls).toEqual((await essence(await ownRecording(other.url))).businesses)
  expect(await played(file)).toEqual({ same: seen, differs: [], uncovered: [] })
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
    const { businesses } = await essence(join(cwd, 'mitm.har'))
    const calls = businesses.map(({ by, calls }) => ({ by, calls: calls.filter(({ path }) => path !== '/') }))
    expect(calls).toEqual((await essence(await ownRecording(other.url))).businesses)
    expect(await played(join(cwd, 'mitm.har'))).toEqual({ same: seen, differs: [], uncovered: [] })
  },
)
