import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/package-root.ts'
import { call } from '../support/call.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

async function scrape(url: string): Promise<string> {
  return (await call(url, '/_sandbox/metrics', {})).text
}

function samplesOf(text: string, name: string): Readonly<Record<string, number>> {
  const lines = text.split('\n').filter((line) => line.startsWith(`payments_sandbox_${name}`))
  return Object.fromEntries(
    lines.map((line) => [line.slice(17 + name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

test('metrics count calls by endpoint and status from the first scrape on, and webhooks by result from the start', async () => {
  const merchant = await startMerchant(({ body }) => (body.reference_business === 'refused' ? 500 : 200))
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  for (const reference of ['refused', 'taken']) await shop.collect({ reference })
  await shop.advance('3s')
  expect(samplesOf(await scrape(sandbox.url), 'calls_total')).toEqual({})
  const { id } = (await shop.collect({ reference: 'third' })).body
  await shop.collect({ reference: 'third' })
  await shop.get(`/payments/${id}`)
  await shop.get('/nowhere')
  const text = await scrape(sandbox.url)
  expect(samplesOf(text, 'calls_total')).toEqual({
    '{endpoint="POST /collections/mobilemoney",status="200"}': 1,
    '{endpoint="POST /collections/mobilemoney",status="400"}': 1,
    '{endpoint="GET /payments/{id}",status="200"}': 1,
    '{endpoint="other",status="404"}': 1,
  })
  expect(samplesOf(text, 'call_duration_seconds_count')).toMatchObject({ '{endpoint="other"}': 1 })
  expect(samplesOf(text, 'webhooks_total')).toEqual({
    '{result="delivered"}': 1,
    '{result="refused"}': 1,
    '{result="failed"}': 0,
  })
  expect(samplesOf(text, 'businesses')).toEqual({ '': 1 })
  expect(samplesOf(text, 'database_bytes')['']).toBeGreaterThan(10_000)
})

test('a webhook that waits for its answer is in flight, and its job is due', async () => {
  const sandbox = await openSandbox()
  const merchant = await startMerchant(() => 'hang')
  await sandbox.shop({ callbackUrl: merchant.url }).collect({ reference: 'scn:paid-at-once:1' })
  await merchant.received(1)
  const text = await scrape(sandbox.url)
  expect(samplesOf(text, 'webhooks_in_flight')).toEqual({ '': 1 })
  expect(samplesOf(text, 'jobs_due')).toEqual({ '': 1 })
  expect(samplesOf(text, 'job_lateness_seconds')).toEqual({ '': 0 })
})

test('the dashboard asks for metrics that there are, and shows each of the sandbox', async () => {
  const sandbox = await openSandbox()
  await scrape(sandbox.url)
  await sandbox.shop().collect()
  const text = await scrape(sandbox.url)
  const there = new Set([...text.matchAll(/^([a-z_]\w*)[{ ]/gm)].map(([, name]) => name))
  const dashboard = readFileSync(join(packageRoot(), 'deploy/grafana/payments-sandbox.json'), 'utf8')
  const queries: string[] = JSON.parse(dashboard).panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  )
  const asked = queries.flatMap((query) => query.match(/\b(?:payments_sandbox|nodejs|process)_\w+/g) ?? [])
  expect(asked.filter((name) => !there.has(name))).toEqual([])
  const own = [...text.matchAll(/^# TYPE (payments_sandbox_\w+)/gm)].map(([, name = '']) => name)
  expect(own).toHaveLength(8)
  expect(own.filter((name) => !asked.some((query) => query.startsWith(name)))).toEqual([])
})
