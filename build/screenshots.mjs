import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { startSandbox } from '../dist/testing.cjs'

/**
 * `npm run screenshots`: the page of a sandbox with the same few transactions each time, as pictures in docs/images.
 * To add one, add a line to `shots`: which part of the page, in which look, and what to do before.
 */
const folder = join(import.meta.dirname, '..', 'docs', 'images')
const desk = { width: 1300, height: 620 }
const phone = { width: 390, height: 844 }

const shots = [
  { name: 'board', view: 'transactions', size: desk, theme: 'light' },
  { name: 'board-dark', view: 'transactions', size: desk, theme: 'dark' },
  { name: 'board-phone', view: 'transactions', size: phone, theme: 'light' },
  { name: 'transaction', view: 'transactions/ORDER-1042', size: { ...desk, height: 1000 }, theme: 'light' },
  { name: 'transaction-dark', view: 'transactions/ORDER-1042', size: { ...desk, height: 1000 }, theme: 'dark' },
  { name: 'transaction-phone', view: 'transactions/ORDER-1042', size: phone, theme: 'dark' },
  { name: 'transaction-ahead', view: 'transactions/ORDER-1049', size: { ...desk, height: 1000 }, theme: 'light' },
  { name: 'signature', view: 'transactions/ORDER-1046', size: { ...desk, height: 1000 }, theme: 'light' },
]

const answers = [500, 503, 200]
const merchant = createServer((incoming, outgoing) => {
  incoming.resume().on('end', () => {
    outgoing.statusCode = incoming.url === '/strict' ? 401 : incoming.url === '/flaky' ? (answers.shift() ?? 200) : 200
    outgoing.end(outgoing.statusCode === 401 ? '{"error":"bad signature"}' : '{"received":true}')
  })
})
await new Promise((resolve) => merchant.listen(0, '127.0.0.1', resolve))
const merchantUrl = `http://127.0.0.1:${merchant.address().port}`

const sandbox = await startSandbox({ seed: 1, clock: '2026-11-22T09:41:00.000Z' })
const key = 'test_bookshop'
const shop = sandbox.business({ key, callbackUrl: `${merchantUrl}/webhooks` })
const ids = new Map()

async function post(path, body, headers = {}) {
  const answer = await fetch(sandbox.url + path, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return answer.json()
}

async function collect(
  reference,
  [accountName, accountNumber, network = 'MTN', amount = 120],
  more = {},
  scenario = null,
) {
  const body = { amount, currency: 'GHS', network, accountName, accountNumber, reason: 'Books', reference, ...more }
  const { id } = await post(
    '/collections/mobilemoney',
    body,
    scenario === null ? {} : { 'x-sandbox-scenario': scenario },
  )
  ids.set(reference, id)
}

async function generate(reference, accountName, amount, scenario = null) {
  const body = {
    amount,
    currency: 'NGN',
    network: '058',
    accountName,
    accountNumber: '08031234567',
    reason: 'Invoice',
    reference,
  }
  const headers = scenario === null ? {} : { 'x-sandbox-scenario': scenario }
  ids.set(reference, (await post('/collections/virtual-account', body, headers)).id)
}

await collect('ORDER-1041', ['Ama Mensah', '0241234567', 'MTN', 85])
await shop.advance('40s')
await collect('ORDER-1042', ['Kofi Boateng', '0242345678', 'MTN', 1250.5], { callbackURL: `${merchantUrl}/flaky` })
await shop.advance('1m')
await collect('ORDER-1043', ['Abena Owusu', '0240009110', 'MTN', 60])
await generate('INV-2207', 'Ngozi Okafor', 150_000)
await shop.advance('50s')
await collect('ORDER-1044', ['Yaw Darko', '0201234567', 'VODAFONE', 310], {}, 'insufficient-balance')
await collect('ORDER-1045', ['Efua Asante', '0245550001', 'MTN', 45.75])
await collect('ORDER-1046', ['Kwame Adjei', '0247770002', 'MTN', 99], { callbackURL: `${merchantUrl}/strict` })
await shop.advance('20s')
await generate('INV-2208', 'Chidi Eze', 42_000, 'va-split')
await shop.advance('6s')
await collect('ORDER-1047', ['Esi Quaye', '0246660003', 'MTN', 20], {}, 'pending-first')
await collect('ORDER-1048', ['Kojo Appiah', '0243330004', 'MTN', 700], {}, 'otp')
await collect('ORDER-1049', ['Adwoa Sarpong', '0248880005', 'MTN', 265], {}, 'timeout')
await shop.advance('2s')

mkdirSync(folder, { recursive: true })
const only = process.argv.slice(2)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
})
for (const { name, view, size, theme, before } of shots) {
  if (only.length > 0 && !only.includes(name)) continue
  const page = await browser.newPage({ viewport: size, colorScheme: theme })
  await page.goto(`${sandbox.url}/_sandbox/#/${view.replace(/[^/]+$/, (part) => ids.get(part) ?? part)}?key=${key}`)
  await page.locator('.shell').waitFor()
  await page.locator('.loading').waitFor({ state: 'detached' })
  await before?.(page)
  await page.waitForTimeout(400)
  writeFileSync(join(folder, `${name}.png`), packed(await page.screenshot()))
  await page.close()
}
await browser.close()
await sandbox.stop()
merchant.close()

/** The same picture, packed as well as it goes: the browser packs it fast. */
function packed(png) {
  const chunks = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    })
  const of = (wanted) => Buffer.concat(chunks.filter(({ type }) => type === wanted).map(({ data }) => data))
  const pixels = deflateSync(inflateSync(of('IDAT')), { level: 9, memLevel: 9 })
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', of('IHDR')),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.of()),
  ])
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
