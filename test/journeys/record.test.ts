import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRecording } from '../../src/recordings/read/read-recording.ts'
import { sleep } from '../../src/time.ts'
import { call } from '../support/call.ts'
import { certificates } from '../support/certificates.ts'
import { type Cli, folderWith, launch, launchCommand, run } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { listening } from '../support/listening.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { openService } from '../support/recording-proxy.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'

const crashes = Number(process.env.CRASHES ?? 5)

interface Started extends Cli {
  readonly url: string
  readonly file: string
}

async function record(to: string, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Started> {
  const cwd = folderWith()
  const cli = launch(['record', '--to', to, '--port', '0', ...args], { cwd, env })
  const ready = await cli.line(/^recording calls/)
  return Object.assign(cli, { url: / on (http:\/\/[^\s,]+)/.exec(ready)?.[1] ?? '', file: join(cwd, 'recording.har') })
}

function entriesOf(file: string) {
  return JSON.parse(readFileSync(file, 'utf8')).log.entries
}

test('it records the calls and webhooks of a service, shows each, and ends on SIGTERM', async () => {
  const port = await freePort()
  const shop = await openService((_, outgoing) => void outgoing.writeHead(201).end('thanks'))
  const service = await openSandbox()
  const address = new URL(shop.url).host
  const cli = await record(service.url, ['--webhooks', String(port), '--forward-to', `${address}/hooks`])
  const body = mobileMoney({ reference: 'scn:paid-at-once:1', callbackURL: `http://127.0.0.1:${port}/in?a=1` })
  const created = await call(cli.url, '/collections/mobilemoney', { key: 'test_sandbox', body })
  expect(created.body).toMatchObject({ status: 'COMPLETED', customer: { accountName: 'Ama Mensah' } })
  await call(service.url, '/_sandbox/clock/advance', { key: 'test_sandbox', body: { by: '1m' } })
  await cli.line(/webhook/)
  await cli.stop()
  expect(cli.lines).toEqual([
    `recording calls to ${service.url}/ on ${cli.url}, and webhooks on http://127.0.0.1:${port}, which are passed on to ${shop.url}/hooks, into recording.har`,
    '#0 POST /collections/mobilemoney 200',
    '#1 webhook POST /in 201',
    'recording.har has 1 call and 1 webhook: payments-sandbox compare recording.har',
  ])
  expect(shop.received.map(({ incoming }) => incoming.url)).toEqual(['/hooks'])
  const [{ request, response }, webhook] = entriesOf(cli.file)
  expect(request.url).toBe(`${service.url}/collections/mobilemoney`)
  expect(response.content.text).toMatch(/^\{"id":"[0-9a-f-]{36}","amount":100.5,/)
  expect(webhook).toMatchObject({
    _webhook: true,
    _signature: { header: 'x-webhook-signature', length: 128, alphabet: 'hex', hmac: 'sha512-hex' },
  })
  expect(readdirSync(join(cli.file, '..'))).toEqual(['recording.har'])
})

test(`killed ${crashes} times under load, the file has each answered call and nothing torn`, {
  timeout: 60_000 + crashes * 3000,
}, async () => {
  const service = await openService((_, outgoing) => void outgoing.end(JSON.stringify({ text: 'x'.repeat(9000) })))
  for (let life = 0; life < crashes; life++) {
    const cli = await record(service.url)
    const answered: string[] = []
    const clients = Array.from({ length: 4 }, async (_, client) => {
      for (let count = 0; ; count++) {
        const path = `/payments/${client}-${count}`
        const answer = await call(cli.url, path, { key: 'test_a' }).catch(() => null)
        if (answer?.status !== 200) return
        answered.push(path)
      }
    })
    await until('some calls were answered', () => answered.length > 20)
    await sleep(Math.random() * 100)
    await cli.crash()
    await Promise.all(clients)
    const recorded = readRecording(cli.file).entries.map(({ url }) => url.pathname)
    expect(recorded).toEqual(expect.arrayContaining(answered))
    expect(new Set(recorded).size).toBe(recorded.length)
  }
})

test('a service with https is called if its certificate is trusted, and is a 502 if not', async () => {
  const { key, good: cert, authority } = certificates
  const service = createServer({ key, cert }, (incoming, outgoing) => void outgoing.end(incoming.headers.host))
  const to = (await listening(service)).replace('http://127.0.0.1', 'https://localhost')
  const trusting = await record(to, [], { NODE_EXTRA_CA_CERTS: join(folderWith({ 'ca.pem': authority }), 'ca.pem') })
  const careful = await record(to)
  expect(await call(trusting.url, '/', { key: 'test_a' })).toMatchObject({ status: 200, text: new URL(to).host })
  expect(await call(careful.url, '/', { key: 'test_a' })).toMatchObject({
    status: 502,
    body: { message: expect.stringMatching(/no answer from https:.* certificate/) },
  })
  await trusting.stop()
  await careful.stop()
  expect(entriesOf(trusting.file)[0].request.url).toBe(`${to}/`)
})

test('with --json every line is JSON, and a refusal on stderr too', async () => {
  const service = await openService((_, outgoing) => void outgoing.end('{}'))
  const cli = launch(['record', '--to', service.url, '--port', '0', '--json'])
  const ready = JSON.parse(await cli.line(/ready/))
  expect(ready).toEqual({ event: 'ready', url: expect.any(String), webhooksUrl: null, out: 'recording.har' })
  await call(ready.url, '/a?token=1', { key: 'test_a' })
  await call(ready.url, '/b', { key: 'live_a' })
  await cli.stop()
  expect(cli.lines.slice(1).map((line) => JSON.parse(line))).toEqual([
    { event: 'call', index: 0, method: 'GET', path: '/a', status: 200 },
    { event: 'stopped', out: 'recording.har', calls: 1, webhooks: 0 },
  ])
  expect(JSON.parse(cli.stderr).error).toMatchObject({
    code: 'not_recorded',
    message: expect.stringContaining('the header authorization'),
  })
})

test.skipIf(process.platform !== 'linux')(
  'memory stays below 150 MB with an answer of 300 MB, and with 150 calls at once of almost 1 MB each way',
  async () => {
    const megabyte = Buffer.alloc(2 ** 20 - 100, 'a')
    const service = await openService(async (incoming, outgoing) => {
      const count = incoming.url === '/large' ? 300 : 1
      for (let sent = 0; sent < count; sent++) if (!outgoing.write(megabyte)) await once(outgoing, 'drain')
      outgoing.end()
    })
    const cli = await record(service.url)
    await new Promise<void>((resolve) => {
      get(`${cli.url}/large`, (incoming) => void incoming.resume().on('end', resolve))
    })
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => call(cli.url, '/small', { key: 'test_a', body: megabyte }).catch(() => null)),
    )
    expect(answers.some((answer) => answer?.status === 200)).toBe(true)
    const most = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${cli.pid}/status`, 'utf8'))?.[1]
    await cli.stop()
    expect(Number(most) / 1024).toBeLessThan(150)
  },
)

test.skipIf(process.platform === 'win32')(
  'if there is no room for an entry, the shop has its answer and the file is whole',
  async () => {
    const service = await openService((_, outgoing) => void outgoing.end(JSON.stringify({ status: 'x'.repeat(4000) })))
    const cwd = folderWith()
    // A file of at most 12 KB, as if the disk were full.
    const limited = [
      'sh',
      '-c',
      'ulimit -f 24; exec "$@"',
      'sh',
      process.execPath,
      join(import.meta.dirname, '../../bin/payments-sandbox.js'),
    ]
    const cli = launchCommand([...limited, 'record', '--to', service.url, '--port', '0'], { cwd })
    const url = / on (http:[^\s,]+)/.exec(await cli.line(/^recording calls/))?.[1] ?? ''
    for (let count = 0; count < 6; count++) {
      expect((await call(url, `/${count}`, { key: 'test_a' })).status).toBe(200)
      expect(entriesOf(join(cwd, 'recording.har')).length).toBeLessThanOrEqual(count + 1)
    }
    await cli.stop()
    expect(cli.stderr).toMatch(/^(?:A call was not recorded: no space is left on the disk\n)+$/)
    expect(entriesOf(join(cwd, 'recording.har')).length).toBe(cli.lines.length - 2)
  },
)

test.each(['SIGINT', 'SIGQUIT', 'SIGUSR2'] as const)('%s ends it with 0, without a call', async (signal) => {
  const cli = await record('http://127.0.0.1:9')
  cli.signal(signal)
  expect(await cli.ended).toMatchObject({ code: 0, stderr: '' })
  expect(cli.lines.at(-1)).toBe('recording.har has 0 calls and 0 webhooks: payments-sandbox compare recording.har')
  expect(entriesOf(cli.file)).toEqual([])
})

test.each(['--port', '--webhooks'])('a port of %s that is taken ends it with 4, and leaves no file', async (option) => {
  const service = await openService(() => {})
  const { port } = new URL(service.url)
  const cwd = folderWith()
  const ports = { '--port': '0', [option]: port }
  const args = ['record', '--to', 'http://127.0.0.1:9', ...Object.entries(ports).flat()]
  const { code, stderr } = await run(args, { cwd })
  expect(code).toBe(4)
  expect(stderr).toBe(
    `Port ${port} on 127.0.0.1 is taken: stop what listens there, or name another with ${option}; 0 takes a free one\n`,
  )
  expect(readdirSync(cwd)).toEqual([])
})

test('a file that exists is not touched', async () => {
  const cwd = folderWith({ 'recording.har': 'mine' })
  const { code, stderr } = await run(['record', '--to', 'http://127.0.0.1:9', '--port', '0'], { cwd })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'recording.har exists: name another file with --out, or delete it\n',
  })
  expect(readdirSync(cwd)).toEqual(['recording.har'])
  expect(readFileSync(join(cwd, 'recording.har'), 'utf8')).toBe('mine')
})
