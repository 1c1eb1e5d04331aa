import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { signatureHeaders } from '../../src/webhooks/sign.ts'
import { openParts } from '../support/opened-parts.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import type { Asking } from '../support/recorder.ts'
import { mobileMoney, virtualAccount } from '../support/requests.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { key, type Telling } from './merchant-calls.ts'

export async function makeSandboxCalls(telling: Telling): Promise<void> {
  await lookAround(telling)
  await actAsCustomer(telling)
  await beThePhone(telling)
  await payIn(telling)
  await watchWebhooks(telling)
  await watchEverything(telling)
  await chooseScenarios(telling)
  await moveTime(telling)
  await readTheReport(telling)
  await goBack(telling)
  await readTheReference(telling)
  await backUp(telling)
  await stop(telling)
}

async function lookAround({ recorder: { ask }, merchant }: Telling): Promise<void> {
  await ask('checkLive', { example: true })
  await ask('checkReady', { example: true })
  const parts = await openParts()
  parts.store.close()
  await ask('checkReady', { example: 'the database is not open' }, parts.url)
  await ask('showInfo', { example: true })
  await ask('showMetrics', { example: true })
  await ask('changeBusiness', { key, body: { callbackUrl: merchant.url, retry: ['5s', '1m'] }, example: true })
  await ask('showBusiness', { key, example: true })
  await ask('listBusinesses', { example: true })
  await ask('showStatus', { key, example: true })
  await ask('listWallets', { key, query: { limit: '1' }, example: true })
  await ask('setWallet', { key, params: { currency: 'GHS' }, body: { balance: 500 }, example: true })
  const noWallet = { params: { currency: 'EUR' }, body: { balance: 1 } }
  await ask('setWallet', { key, ...noWallet, example: 'a currency that is not enabled' })
  await ask('setWallet', { key, params: { currency: 'GHS' }, body: {}, example: 'a field that is missing' })
}

async function open({ recorder: { ask } }: Telling, reference: string, accountNumber = '0241112223'): Promise<string> {
  const headers = { 'x-sandbox-scenario': 'never-final' }
  return (await ask('collectMobileMoney', { key, headers, body: mobileMoney({ reference, accountNumber }) })).body.id
}

async function actAsCustomer(telling: Telling): Promise<void> {
  const { ask } = telling.recorder
  const body = virtualAccount({ reference: 'invoice-3' })
  const account = (await ask('generateVirtualAccount', { key, body })).body.id
  await ask('listVirtualAccounts', { key, query: { limit: '1' }, example: true })
  for (const action of ['approve', 'decline', 'ignore', 'expire', 'fail']) {
    const name = `${action}Transaction`
    const id = action === 'expire' ? account : await open(telling, `order-${action}`)
    const sent = { key, body: action === 'fail' ? { result: 'switch_error' } : {} }
    await ask(name, { ...sent, params: { id }, example: true })
    const conflict = action === 'approve' ? { example: 'a transaction that is final' } : {}
    await ask(name, { ...sent, params: { id }, ...conflict })
    await ask(name, { ...sent, params: { id: 'tx-unknown' } })
    if (action !== 'fail') continue
    // An act is answered before its webhook is.
    await ask('waitForWebhook', { key, query: { reference: 'order-fail' } })
    await ask('showTransaction', { key, params: { id }, example: true })
  }
  await ask('showTransaction', { key, params: { id: 'tx-unknown' }, example: 'an id that names nothing' })
  await ask('listTransactions', { key, query: { flow: 'bank-payout', status: 'COMPLETED', limit: '1' }, example: true })
}

async function beThePhone(telling: Telling): Promise<void> {
  const { ask } = telling.recorder
  const at = (number: string): Asking => ({ key, params: { number } })
  await open(telling, 'order-pin', '0243334445')
  await ask('listPhones', { key, query: { limit: '1' }, example: true })
  await ask('showPhone', { ...at('0243334445'), example: true })
  await ask('typePin', { ...at('0243334445'), body: { pin: '0000' }, example: true })
  await ask('typePin', { ...at('0243334445'), body: { pin: '0000' }, example: 'no prompt is open' })
  const body = mobileMoney({ reference: 'order-otp-2', accountNumber: '0245556667' })
  await ask('collectMobileMoney', { key, headers: { 'x-sandbox-scenario': 'otp' }, body })
  await ask('showPhone', at('0245556667'))
  await ask('showOtp', { ...at('0245556667'), query: { wait: '10s' }, example: true })
  await ask('showOtp', { ...at('0243334445'), example: 'no OTP is asked for' })
  await ask('showOtp', { ...at('0243334445'), query: { wait: '1ms' }, example: 'no OTP came in time' })
}

async function payIn({ recorder: { ask } }: Telling): Promise<void> {
  const body = virtualAccount({ reference: 'invoice-4' })
  const { account_number: accountNumber } = (await ask('generateVirtualAccount', { key, body })).body.virtual_account
  const transfer = { amount: 5000.5, senderName: 'Ngozi Okafor' }
  await ask('payIntoVirtualAccount', { key, params: { accountNumber }, body: transfer, example: true })
  await ask('payIntoVirtualAccount', { key, params: { accountNumber: '0000000000' }, body: {} })
}

async function watchWebhooks(telling: Telling): Promise<void> {
  const { ask } = telling.recorder
  await ask('listWebhooks', { key, query: { reference: 'order-1' }, example: true })
  await ask('waitForWebhook', { key, query: { reference: 'order-1', status: 'COMPLETED' }, example: true })
  const inVain = { reference: 'order-404', timeout: '1ms' }
  await ask('waitForWebhook', { key, query: inVain, example: 'no such webhook came in time' })
  await ask('waitForTransaction', { key, query: { name: 'order-1' }, example: true })
  const other = { name: 'order-1', status: 'FAILED' }
  await ask('waitForTransaction', { key, query: other, example: 'a status that can no longer come' })
  const { id } = (await ask('waitForWebhook', { key, query: { reference: 'order-approve' } })).body
  await ask('showWebhook', { key, params: { id }, example: true })
  await ask('showWebhook', { key, params: { id: 'dl-unknown' } })
  await ask('replayWebhook', { key, params: { id }, body: {}, example: true })
  await ask('replayWebhook', { key, params: { id: 'dl-unknown' }, body: {} })
  const transactionId = await open(telling, 'order-own')
  const own = { transactionId, status: 'FAILED', result: 'wrong_pin', set: { amount: '5' } }
  await ask('sendWebhook', { key, body: own, example: true })
  await ask('sendWebhook', { key, body: { transactionId: 'tx-unknown' } })
  await ask('sendWebhook', { key, body: { transactionId, result: 'wrong_pim' }, example: 'a result that is none' })
  const webhook = { id: transactionId, status: 'COMPLETED' }
  const { webhookSecret: secret } = (await ask('showBusiness', { key })).body
  const headers = signatureHeaders({ secret, body: JSON.stringify(webhook) })
  await ask('receiveWebhook', { body: webhook, headers, example: true })
  await ask('receiveWebhook', { body: webhook })
}

async function watchEverything({ recorder: { ask } }: Telling): Promise<void> {
  await ask('listRequests', { key, query: { path: '/collections/*', status: '200', limit: '1' }, example: true })
  // A stream ends with its sandbox. The collection comes by the port too: once it is answered, so is the stream's call.
  const other = await openSandbox()
  const watching = ask('watchEvents', { key, query: { after: '0', requests: 'true' }, example: true }, other.url)
  await ask('collectMobileMoney', { key, body: mobileMoney() }, other.url)
  await other.close()
  expect((await watching).status).toBe(200)
}

async function chooseScenarios({ recorder: { ask } }: Telling): Promise<void> {
  await ask('listScenarios', { key, example: true })
  await ask('showScenario', { key, params: { name: 'wrong-pin' }, example: true })
  await ask('showScenario', { key, params: { name: 'wrong-pim' }, example: 'a name that is none' })
  const yaml = 'version: 1\nscenarios:\n  mine:\n    outcome: aproved\n'
  await ask('checkScenarios', { key, body: { yaml }, example: true })
  const draft = 'version: 1\nscenarios:\n  mine:\n    outcome: { failed: wrong_pin }\n'
  await ask('playDraft', { key, body: { yaml: draft }, example: true })
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'mine.yaml'), draft)
  const own = await openSandbox({ scenarios: [folder] })
  const body = { yaml: draft, replace: true }
  await ask('saveScenarios', { key, params: { file: 'mine.yaml' }, body, example: true }, own.url)
  await ask('setDefaultScenario', { key, body: { use: 'approve' }, example: true })
  await ask('addToQueue', { key, body: { use: 'wrong-pin', match: { flow: 'mobile-money' } }, example: true })
  await ask('listQueue', { key, example: true })
  await ask('clearQueue', { key, example: true })
  const request = { path: '/collections/mobilemoney', body: mobileMoney({ reference: 'order-9' }) }
  await ask('explainRequest', { key, body: request, example: true })
}

async function moveTime(telling: Telling): Promise<void> {
  const { ask } = telling.recorder
  await ask('collectMobileMoney', { key, body: mobileMoney({ reference: 'order-3' }) })
  await ask('listJobs', { key, query: { limit: '2' }, example: true })
  await ask('advanceClock', { key, body: { by: '3s' }, example: true })
  await ask('collectMobileMoney', { key, body: mobileMoney({ reference: 'order-4' }) })
  await ask('runUntilIdle', { key, body: { limit: '4s' }, example: true })
  await beInterrupted(telling)
  await ask('freezeClock', { key, body: {}, example: true })
  await ask('showClock', { key, example: true })
  await ask('resumeClock', { key, body: { rate: 0.001 }, example: true })
  await ask('resetBusiness', { key, body: {}, example: true })
}

/** A reset ends what moves the clock while a webhook is out. */
async function beInterrupted({ sandbox, recorder: { ask } }: Telling): Promise<void> {
  const silent = await startMerchant(() => 'hang')
  for (const [name, body] of [
    ['advanceClock', { by: '1d' }],
    ['runUntilIdle', {}],
  ] as const) {
    const shop = await sandbox.shop({ callbackUrl: silent.url })
    await shop.collect()
    const before = silent.webhooks.length
    const moving = ask(name, { key: shop.key, body, example: 'a reset in between' })
    await silent.received(before + 1)
    await ask('resetBusiness', { key: shop.key })
    expect((await moving).status).toBe(409)
  }
}

async function goBack({ recorder: { ask }, sandbox }: Telling): Promise<void> {
  const params = { name: 'paid' }
  await ask('collectMobileMoney', { key, body: mobileMoney({ reference: 'order-5' }) })
  await ask('takeSnapshot', { key, params, body: {}, example: true })
  await ask('exportWorld', { key, example: true })
  const exported = await fetch(`${sandbox.url}/_sandbox/export`, { headers: { authorization: key } })
  const body = Buffer.from(await exported.arrayBuffer())
  await ask('importWorld', { key: 'test_import', body })
  await ask('importWorld', { key: 'test_import', body, example: 'a key that has transactions' })
  await ask('importWorld', { key: 'test_import', body: Buffer.from('{}'), example: 'a file that is not a world' })
  await ask('takeSnapshot', {
    key,
    params: { name: 'after payment' },
    body: {},
    example: 'a name that no snapshot can have',
  })
  await ask('listSnapshots', { key, example: true })
  await ask('advanceClock', { key, body: { by: '1m' } })
  await ask('restoreSnapshot', { key, params, body: {}, example: true })
  await ask('restoreSnapshot', { key, params: { name: 'payd' }, body: {}, example: 'a snapshot that is not there' })
  await ask('deleteSnapshot', { key, params, example: true })
  await ask('deleteSnapshot', { key, params })
  for (let count = 1; count <= 100; count += 1) await ask('takeSnapshot', { key, params: { name: `s${count}` } })
  await ask('takeSnapshot', { key, params, example: 'too many snapshots' })
  await ask('advanceClock', { key, body: { by: '31d' } })
  await ask('sealBusiness', { key: 'test_import', body: {}, example: true })
  await ask('resetBusiness', { key: 'test_import' })
  await ask('unsealBusiness', { key: 'test_import', body: {}, example: true })
  await ask('pruneBusiness', { key, body: { olderThan: '30d' }, example: true })
}

async function readTheReference({ recorder: { ask } }: Telling): Promise<void> {
  await ask('showOpenApi')
  await ask('showReference', { example: true })
  await ask('showReferenceFile', { params: { file: 'swagger-ui.css' }, example: true })
  await ask('showReferenceFile', { params: { file: 'package.json' } })
  await ask('showReferenceFile', { params: { file: 'glossary.md' } })
  await ask('showReferencePage', { params: { file: 'networks.md' }, example: true })
  await ask('showReferencePage', { params: { file: 'network.md' }, example: 'a page that there is not' })
  await ask('listPages', { example: true })
  await ask('showPageFile', { params: { file: 'icon.svg' }, example: true })
  await ask('showPageFile', { params: { file: 'package.json' } })
  await ask('openSession', { body: { token: 'secret' }, example: true })
}

async function backUp({ recorder: { ask } }: Telling): Promise<void> {
  const folder = temporaryFolder()
  const { url } = await openSandbox({ backupTo: folder })
  const body = { file: join(folder, 'backup.db') }
  await ask('backUp', { body }, url)
  await ask('backUp', { body }, url)
  await ask('backUp', { body: { file: 'backup.db' }, example: 'a path that is not absolute' }, url)
}

/** On sandboxes of their own: the calls after it need theirs. */
async function stop({ recorder: { ask } }: Telling): Promise<void> {
  const started = await openSandbox({}, { ending: { by: 'call', end: () => {} } })
  await ask('stopSandbox', { example: true }, started.url)
  await ask('stopSandbox', { example: 'a sandbox that runs inside a test' }, (await openSandbox()).url)
}

async function readTheReport({ recorder: { ask } }: Telling): Promise<void> {
  const reported = 'test_reported'
  const body = mobileMoney({ reference: 'order-1', accountNumber: '0240009180' })
  await ask('collectMobileMoney', { key: reported, body })
  await ask('addToQueue', { key: reported, body: { use: 'wrong-pin' } })
  await ask('runUntilIdle', { key: reported })
  await ask('showReport', { key: reported, example: true })
  await ask('listFound', { key: reported, example: true })
  for (const format of ['text', 'junit']) await ask('showReport', { key: reported, query: { format } })
  await ask('showReport', { key: reported, query: { format: 'html' }, example: 'a form that there is not' })
}
