import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type DriverSources, loadDriver } from '../src/store/sqlite/file/load-driver.ts'
import { type Business, startSandbox } from '../src/testing/index.ts'
import type { Answer } from './support/call.ts'
import { folderWith, run } from './support/cli.ts'
import { driverWithoutNativePart } from './support/copied-driver.ts'
import { freePort } from './support/free-port.ts'
import { runInProcess } from './support/in-process.ts'
import { openMerchant } from './support/merchant.ts'
import { openSharedSandbox } from './support/opened-sandbox.ts'
import { mobileMoney } from './support/requests.ts'
import { isShownOutput } from './support/shown-output.ts'
import { collect as collectOf } from './support/started-sandbox.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'troubleshooting.md'), 'utf8')
const headings = [...page.matchAll(/^### `(.*)`$/gm)].map(([, text = '']) => text)

const sandbox = await openSharedSandbox()
const shared = await openSharedSandbox({ host: '0.0.0.0', token: 's3cret' })

/** What a reply says: in its body, and in its hint. */
const saidBy = ({ text, headers }: Answer) => `${text.replaceAll('\\"', '"')}\n${headers['x-sandbox-hint'] ?? ''}`

const collect = async (changes: Readonly<Record<string, unknown>>) => saidBy(await sandbox.shop().collect(changes))

const call = async (...args: Parameters<ReturnType<typeof sandbox.shop>['call']>) =>
  saidBy(await sandbox.shop().call(...args))

const command = async (args: readonly string[], files: Readonly<Record<string, string>> = {}) =>
  (await runInProcess(args, { cwd: folderWith(files) })).stderr

const start = (args: readonly string[], files?: Readonly<Record<string, string>>) =>
  command(['start', '--port', '0', ...args], files)

/** What `explain` shows of a collection whose webhook went there. */
async function explained(callbackURL: string | undefined, opened = sandbox): Promise<string> {
  const shop = opened.shop()
  const token = ['--token', 's3cret']
  const reference = 'explained-1'
  await shop.collect({ reference, callbackURL })
  const clock = await runInProcess(['advance', '3s', '--url', opened.url, '--key', shop.key, ...token])
  expect(clock.code).toBe(0)
  return (await runInProcess(['explain', reference, '--url', opened.url, '--key', shop.key, ...token])).stdout
}

async function whileRunning(act: (port: number, folder: string) => Promise<string>): Promise<string> {
  const folder = folderWith()
  const running = await startSandbox({ config: { data: join(folder, '.payments-sandbox') } })
  try {
    return await act(Number(new URL(running.url).port), folder)
  } finally {
    await running.stop()
  }
}

/** What is thrown in a test that uses the library, or when its sandbox stops. */
async function inTest(act: (business: Business) => Promise<void>): Promise<string> {
  const running = await startSandbox({ clock: 'frozen' })
  const business = await running.business()
  await collectOf(running, business, { reference: 'order-1' })
  const problems = await Promise.allSettled([act(business)])
  const end = await Promise.allSettled([running.stop()])
  return [...problems, ...end].map((result) => (result.status === 'rejected' ? String(result.reason) : '')).join('\n')
}

function messageOf(act: () => void): string {
  try {
    act()
    return ''
  } catch (cause) {
    return String(cause)
  }
}

const payout = { senderName: 'Kofi Ltd', reason: 'Salary', reference: 'salary-1' }
const recipient = { amount: 2e6, currency: 'GHS', bank: 'GCB', accountName: 'Ama', accountNumber: '1234561234567' }

function refusedDriver(sources: Pick<DriverSources, 'requires'> & Partial<DriverSources>): string {
  const versions = { node: '22.14.0', napi: '10' }
  return messageOf(() => loadDriver({ shipped: null, versions, install: (spec) => `npm install ${spec}`, ...sources }))
}

/** How each error of the page comes about. */
const provoke: Readonly<Record<string, () => Promise<string>>> = {
  'Port 4747 on 127.0.0.1 is taken': () =>
    whileRunning((port) => command(['start', '--data', ':memory:', '--port', String(port)])),
  'The data folder .payments-sandbox is in use by another payments-sandbox': () =>
    whileRunning(async (_port, cwd) => (await runInProcess(['start', '--port', '0'], { cwd })).stderr),
  'Cannot use the data folder .payments-sandbox: its sandbox.db is damaged': () =>
    start([], { '.payments-sandbox/sandbox.db': 'no database'.repeat(1000) }),
  'The driver inside payments-sandbox needs Node 22.14 or later and this is ...': async () =>
    refusedDriver({ requires: [], versions: { node: '20.19.0', napi: '9' } }),
  'payments-sandbox has no ready driver for ...': async () => refusedDriver({ requires: [] }),
  'The native part of better-sqlite3 ... cannot be loaded by Node': async () =>
    refusedDriver({ requires: [driverWithoutNativePart('12.9.0')] }),
  'better-sqlite3 ... needs Node 22.14 or later': async () =>
    refusedDriver({ requires: [driverWithoutNativePart('13.0.3')], versions: { node: '22.13.0', napi: '9' } }),
  'better-sqlite3 ... needs a Node before 24': async () =>
    refusedDriver({ requires: [driverWithoutNativePart('12.9.0')], versions: { node: '24.21.0', napi: '10' } }),
  'scenarios/mine.yaml:3:53  scenarios.slow.after: "1 minute" is not a duration': () =>
    start([], {
      'scenarios/mine.yaml': 'version: 1\nscenarios:\n  slow: { match: { accountNumber: "*7777" }, after: 1 minute }\n',
    }),
  'payments-sandbox.config.yaml:1:1  prot: unknown setting; did you mean port?': () =>
    start([], { 'payments-sandbox.config.yaml': 'prot: 4848\n' }),
  '--host 0.0.0.0 lets other machines in: give --token SECRET too': () => start(['--host', '0.0.0.0']),
  'No payments-sandbox answers at http://127.0.0.1:4747': async () =>
    command(['status', '--url', `http://127.0.0.1:${await freePort()}`]),
  'A call came by TLS, which the sandbox does not speak': async () => {
    sandbox.hints.length = 0
    await once(get({ port: sandbox.port, host: '127.0.0.1' }), 'error').catch(() => {})
    return sandbox.hints.join('\n')
  },
  'Authentication failed due to invalid api_key': () => call('/balance', { key: 'live_0123456789' }),
  'Cannot POST /collections/mobile-money': () => call('/collections/mobile-money', { body: mobileMoney() }),
  'Request body must be a valid JSON object': () => call('/collections/mobilemoney', { body: 'amount=10.5' }),
  'the names in the body are not in double quotes, which a Windows shell takes away': () =>
    call('/collections/mobilemoney', { body: '{amount:10}' }),
  'metadata is a list: PHP encodes an empty array as a list': () => collect({ metadata: [] }),
  'accountNumber is a number: send it in quotes': () => collect({ accountNumber: 241234567 }),
  'metadata.order is beyond 2^53, where JSON numbers lose digits': () => collect({ metadata: { order: 2 ** 53 } }),
  'the Content-Type is not JSON: send Content-Type: application/json': () =>
    call('/collections/mobilemoney', {
      body: mobileMoney(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  'amount must be a valid number': () => collect({ amount: '10.5' }),
  'Duplicate reference': async () => {
    const shop = sandbox.shop()
    await shop.collect({ reference: 'order-1' })
    return saidBy(await shop.collect({ reference: 'order-1' }))
  },
  '0241234567 is a number of MTN (MTN or MTN_GH), but the request says MTM': () =>
    collect({ accountNumber: '0241234567', network: 'MTM' }),
  "07123456 is not a number of Cote d'Ivoire, which the network ORANGE_CI names": () =>
    collect({ currency: 'XOF', amount: 100, network: 'ORANGE_CI', accountNumber: '07123456' }),
  'Unknown scenario wrongpin: did you mean wrong-pin?': () => collect({ reference: 'scn:wrongpin:1' }),
  'Scenario otp cannot happen to a mobile money collection in NGN': () =>
    collect({ reference: 'scn:otp:1', currency: 'NGN', accountNumber: '08031234567' }),
  'Insufficient wallet balance': () => call('/disbursements/bank', { body: { ...payout, recipients: [recipient] } }),
  'The Host "sandbox.example" is not one this sandbox answers to': () =>
    call('/balance', { headers: { host: 'sandbox.example' } }),
  'This sandbox demands its token under /_sandbox': async () => saidBy(await shared.shop().call('/_sandbox/clock')),
  'the request has no callbackURL and the business no callbackUrl': () => explained(undefined),
  'the field callbackUrl is not read: did you mean callbackURL?': () => collect({ callbackUrl: 'http://127.0.0.1:9/' }),
  'connection refused: nothing listens on 127.0.0.1:3000': async () =>
    explained(`http://127.0.0.1:${await freePort()}/webhooks`),
  'took the webhook and said nothing; if this port speaks TLS, write https://': async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end())).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const told = await explained(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
    server.close()
    return told
  },
  'the webhook was answered 401': async () => {
    const merchant = await openMerchant()
    merchant.reply(401)
    return explained(merchant.url)
  },
  'address refused: 10.1.2.3 is not in the setting callbackAllow': () =>
    explained('http://10.1.2.3:3000/webhooks', shared),
  'address refused: 169.254.169.254 is link-local': () => explained('http://169.254.169.254/'),
  'the clock is frozen at ...; advance it: next is due at ...': () =>
    inTest(async (business) => {
      await business.webhook({ reference: 'order-1' })
    }),
  'Queued scenarios that no request used: otp in test_business_1': () => inTest((business) => business.use('otp')),
  // A process of its own: exec ends what its command leaves behind, and would look for it in this one.
  'no call reached PAYMENTS_SANDBOX_URL (http://127.0.0.1:4747)': async () =>
    (await run(['exec', '--', process.execPath, '--eval', '0'])).stderr,
  'startSandbox() needs these globals of Node': async () => {
    vi.stubGlobal('Response', undefined)
    const [refused] = await Promise.allSettled([startSandbox()])
    vi.unstubAllGlobals()
    return refused?.status === 'rejected' ? String(refused.reason) : ''
  },
}

test('the page has the errors that are provoked here, twenty at least', () => {
  expect(headings).toEqual(Object.keys(provoke))
  expect(headings.length).toBeGreaterThanOrEqual(20)
})

/** Ports differ from run to run. */
const withoutPorts = (text: string) => text.replaceAll(/(127\.0\.0\.1:|Port )\d+/g, '$1PORT')

test.each(Object.entries(provoke))('%s', async (heading, provoked) => {
  const printed = withoutPorts(await provoked())
  expect(isShownOutput(`...${withoutPorts(heading)}...`, printed, { isWhole: false }), printed).toBe(true)
})
