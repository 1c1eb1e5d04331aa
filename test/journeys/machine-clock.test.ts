import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { sleep } from '../../src/time.ts'
import { call } from '../support/call.ts'
import { folderWith, look, type StartedSandbox, start } from '../support/cli.ts'
import { closedGate } from '../support/gate.ts'
import { processorMs, tellsUse } from '../support/process-use.ts'
import { mobileMoney, virtualAccount } from '../support/requests.ts'
import { type Merchant, startMerchant } from '../support/start-merchant.ts'
import { until } from '../support/until.ts'

const key = 'test_sandbox'
const hour = 3_600_000

/** Sets the machine's clock, as the sandbox sees it, an hour back at one signal and two hours forward at the other. */
const clockSetter = `
const machine = Date.now
let by = 0
Date.now = () => machine() + by
process.on('SIGURG', () => { by = ${-hour} })
process.on('SIGWINCH', () => { by = ${2 * hour} })
`

/** A sandbox whose clock runs at a rate, with an account that expires in a month. */
async function startQuick(merchant: Merchant, rate: number) {
  const cwd = folderWith({ 'clock.mjs': clockSetter })
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(join(cwd, 'clock.mjs'))}` }
  const sandbox = await start(['--callback-url', merchant.url], { cwd, env })
  await post(sandbox, '/_sandbox/clock/resume', { rate })
  await post(sandbox, '/_sandbox/business', { accountLifetime: '30d' }, 'PATCH')
  await post(sandbox, '/collections/virtual-account', virtualAccount({ reference: 'scn:va-expiry:far' }))
  return sandbox
}

async function post(sandbox: StartedSandbox, path: string, body: object, method = 'POST') {
  const answer = await call(sandbox.url, path, { key, body, method })
  expect(answer.status).toBe(200)
  return answer.body
}

function collect(sandbox: StartedSandbox, reference: string) {
  return post(sandbox, '/collections/mobilemoney', mobileMoney({ reference }))
}

const nowOf = async (sandbox: StartedSandbox) => Date.parse((await look(sandbox, '/clock')).now)

/**
 * Waiting for what is a month ahead, a sandbox looks at the clock once a second and does nothing else; V8 may still
 * compile for a moment what ran just before. A loop would take its share of the processor for ever.
 */
async function comesToRest({ pid }: StartedSandbox): Promise<void> {
  await until('the sandbox uses less than a tenth of a processor', async () => {
    const before = processorMs(pid)
    await sleep(500)
    return processorMs(pid) - before < 50
  })
}

/** Every webhook so far came once, as the first attempt, and only the account is still to come. */
async function expectEachOnce(sandbox: StartedSandbox, merchant: Merchant, references: readonly string[]) {
  const came = merchant.webhooks.map(({ headers, body }) => [headers['x-sandbox-attempt'], body.reference_business])
  const expected = references.map((reference) => ['1', reference])
  expect(came.toSorted()).toEqual(expected.toSorted())
  expect(await look(sandbox, '/jobs')).toMatchObject([{ what: 'the account expires' }])
}

test.runIf(tellsUse)(
  'the clock of the machine an hour back and two hours ahead: no work is lost or done twice',
  async () => {
    const merchant = await startMerchant()
    const sandbox = await startQuick(merchant, 10)
    await comesToRest(sandbox)

    await collect(sandbox, 'back')
    const before = await nowOf(sandbox)
    sandbox.signal('SIGURG')
    await merchant.received(1)
    const after = await nowOf(sandbox)
    expect(after).toBeGreaterThan(before)
    expect(after).toBeLessThan(before + hour)
    await comesToRest(sandbox)

    await post(sandbox, '/_sandbox/business', { accountLifetime: '12h' }, 'PATCH')
    await post(sandbox, '/collections/virtual-account', virtualAccount({ reference: 'scn:va-expiry:near' }))
    await collect(sandbox, 'ahead')
    sandbox.signal('SIGWINCH')
    await merchant.received(3)
    // Two hours at this rate: time jumped, and it jumped once.
    const jumped = (await nowOf(sandbox)) - after
    expect([jumped > 20 * hour, jumped < 21 * hour]).toEqual([true, true])
    await comesToRest(sandbox)
    await expectEachOnce(sandbox, merchant, ['back', 'ahead', 'scn:va-expiry:near'])
    await sandbox.stop()
  },
)

// A second and a half is half a minute at this rate. Longer than the deadline of a webhook, which is real time.
test.runIf(tellsUse)('a process suspended past a deadline: no work is lost or done twice', async () => {
  const { opened, open } = closedGate()
  const merchant = await startMerchant(async ({ body }) => {
    if (body.reference_business === 'fast-under-way') await opened
    return 200
  })
  const sandbox = await startQuick(merchant, 20)
  await post(sandbox, '/_sandbox/business', { timeout: '1s' }, 'PATCH')
  const references = Array.from({ length: 10 }, (_, index) => `order-${index}`)
  await collect(sandbox, 'fast-under-way')
  await merchant.received(1)
  await Promise.all(references.map((reference) => collect(sandbox, reference)))
  const before = await nowOf(sandbox)
  sandbox.signal('SIGSTOP')
  open()
  await sleep(1500)
  sandbox.signal('SIGCONT')
  await merchant.received(11)
  expect(await nowOf(sandbox)).toBeGreaterThanOrEqual(before + 30_000)
  await comesToRest(sandbox)
  await expectEachOnce(sandbox, merchant, ['fast-under-way', ...references])
  const { data } = await look(sandbox, '/webhooks')
  expect(data.filter(({ status }: { status: string }) => status !== 'delivered')).toEqual([])
  await sandbox.stop()
})
