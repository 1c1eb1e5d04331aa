import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slotOf } from '../../src/domain/slots.ts'
import { packageRoot } from '../../src/package-root.ts'
import { type Answer, call } from '../support/call.ts'
import { folderWith, launchCommand, look, type StartedSandbox, start } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'

const folder = join(packageRoot(), 'deploy', 'haproxy')
const shares = ['0-341', '342-682', '683-1023']
const shareOf = (slot: number) => Math.min(2, Math.floor(slot / 341.4))
const keys = Array.from({ length: 60 }, (_, index) => `test_team-${index}`)
const instanceOf = (key: string) => shareOf(slotOf(key))

/** The configuration that is shipped, for these ports, and the map of all slots. */
async function proxyFiles(ports: readonly number[]): Promise<{ port: number; file: string; map: string }> {
  const cwd = folderWith()
  const [port, file, map] = [await freePort(), join(cwd, 'haproxy.cfg'), join(cwd, 'slots.map')]
  writeMap(map, shareOf)
  writeFileSync(join(cwd, '503.http'), readFileSync(join(folder, '503.http')))
  const shipped = readFileSync(join(folder, 'haproxy.cfg'), 'utf8')
  const own = ports.reduce((text, to, index) => text.replace(`:480${index}`, `:${to}`), shipped)
  writeFileSync(file, own.replaceAll('/etc/payments-sandbox', cwd).replace('bind :4747', `bind 127.0.0.1:${port}`))
  return { port, file, map }
}

function writeMap(file: string, of: (slot: number) => number): void {
  const lines = Array.from({ length: 1024 }, (_, slot) => `${slot} sandbox-${of(slot)}\n`)
  writeFileSync(file, lines.join(''))
}

const create = (url: string, key: string, reference: string): Promise<Answer> =>
  call(url, '/collections/mobilemoney', { key, body: mobileMoney({ reference }) })

async function openAll() {
  const homes = shares.map(() => folderWith())
  const ports = await Promise.all(shares.map(() => freePort()))
  const open = (index: number): Promise<StartedSandbox> =>
    start(['--port', `${ports[index]}`, '--slots', shares[index] ?? '', '--clock', 'frozen', '--drain', '2s'], {
      cwd: homes[index] ?? '',
    })
  const instances = await Promise.all(shares.map((_, index) => open(index)))
  const { port, file, map } = await proxyFiles(ports)
  execFileSync('haproxy', ['-c', '-f', file])
  const proxy = launchCommand(['haproxy', '-W', '-f', file])
  const url = `http://127.0.0.1:${port}`
  await until('the proxy serves every instance', async () => {
    const answers = await Promise.all(keys.map((key) => call(url, '/balance', { key }).catch(() => null)))
    return answers.every((answer) => answer?.status === 200) || undefined
  })
  return { instances, open, proxy, url, map }
}

// The tests of this repository install HAProxy (.ci/run): apt-get install haproxy.
test('behind HAProxy a crash stops the keys of one process only, and a drained one is left before it stops', async () => {
  const { instances, open, proxy, url } = await openAll()
  const first = await Promise.all(keys.map((key) => create(url, key, 'one')))
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]))
  for (const [index, instance] of instances.entries()) {
    const held: string[] = (
      await look(
        instance,
        '/businesses',
        keys.find((key) => instanceOf(key) === index),
      )
    ).map(({ key }: { key: string }) => key)
    expect(held.sort()).toEqual(keys.filter((key) => instanceOf(key) === index).sort())
  }

  await instances[1]?.crash()
  const answers = await Promise.all(keys.map((key) => create(url, key, 'two')))
  for (const [index, { status, headers }] of answers.entries()) {
    const isDown = instanceOf(keys[index] ?? '') === 1
    expect([keys[index], isDown ? status >= 502 : status]).toEqual([keys[index], isDown ? true : 200])
    if (status === 503) expect(headers['retry-after']).toBe('1')
  }
  instances[1] = await open(1)
  const lost = keys.filter((key) => instanceOf(key) === 1)
  await until(
    'its keys are served again',
    async () => (await call(url, '/balance', { key: lost[0] ?? '' })).status === 200 || undefined,
  )
  for (const key of lost) {
    const { data } = (await call(url, '/_sandbox/transactions', { key })).body
    expect(data.map(({ reference_business }: { reference_business: string }) => reference_business)).toContain('one')
  }

  const draining = instances[2]?.stop()
  const seen: number[] = []
  const own = keys.filter((key) => instanceOf(key) === 2)
  for (let count = 0; count < 40; count++) {
    const { status } = await create(url, own[count % own.length] ?? '', `drain-${count}`)
    seen.push(status)
    if (status === 503) break
  }
  expect(seen.every((status) => status === 200 || status === 503)).toBe(true)
  await draining
  await Promise.all([instances[0]?.stop(), instances[1]?.stop()])
  proxy.signal('SIGTERM')
  await proxy.ended
}, 90_000)

test('a slot is moved by seal, export, import, the map and drop: the world is equal before and after', async () => {
  const { instances, proxy, url, map } = await openAll()
  const key = keys.find((one) => instanceOf(one) === 0) ?? ''
  await create(url, key, 'moves')
  const before = (await call(url, '/_sandbox/transactions', { key })).body
  const [from, to] = instances
  // The other process takes the slot over: it is started with it.
  await to?.stop()
  const slot = slotOf(key)
  const target = await start(['--slots', `${slot},342-682`, '--clock', 'frozen', '--port', new URL(to?.url ?? '').port])
  await call(from?.url ?? '', '/_sandbox/seal', { key, body: { slots: `${slot}` } })
  expect((await create(url, key, 'meanwhile')).status).toBe(503)
  const file = await fetch(`${from?.url}/_sandbox/export`, { headers: { authorization: key } })
  const body = Buffer.from(await file.arrayBuffer())
  expect((await call(target.url, '/_sandbox/import', { key, body })).status).toBe(200)
  writeMap(map, (one) => (one === slot ? 1 : shareOf(one)))
  proxy.signal('SIGUSR2')
  await until(
    'the proxy knows the new place',
    async () => (await call(url, '/balance', { key })).status === 200 || undefined,
  )
  expect((await call(url, '/_sandbox/transactions', { key })).body).toEqual(before)
  expect((await call(from?.url ?? '', '/_sandbox/reset', { key, body: { drop: true } })).status).toBe(200)
  expect(await look(from ?? { url: '' }, '/businesses', key)).not.toContainEqual(expect.objectContaining({ key }))
  await Promise.all([from?.stop(), target.stop(), instances[2]?.stop()])
  proxy.signal('SIGTERM')
  await proxy.ended
}, 90_000)
