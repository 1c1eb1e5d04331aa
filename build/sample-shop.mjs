import { createServer } from 'node:http'
import { startSandbox } from '../dist/testing.cjs'

/** A sandbox with the same content each time: a bookshop, a shop with unusual texts, and an empty shop. */
export async function openSample() {
  const merchant = await openMerchant()
  const sandbox = await startSandbox({ seed: 1, clock: '2026-11-22T09:41:00.000Z' })
  const ids = await fillBookshop(sandbox, merchant.url)
  await fillUnusual(sandbox, merchant.url)
  return {
    url: sandbox.url,
    /** The ids of the bookshop's transactions, by reference. */
    ids,
    keys: { bookshop: 'test_bookshop', unusual: 'test_unusual', empty: 'test_new_shop' },
    async stop() {
      await sandbox.stop()
      merchant.close()
    },
  }
}

/** The server of the shops: one path fails twice, one refuses every signature, one always fails. */
async function openMerchant() {
  const flaky = [500, 503, 200]
  const statuses = { '/strict': () => 401, '/flaky': () => flaky.shift() ?? 200, '/broken': () => 500 }
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      outgoing.statusCode = statuses[incoming.url]?.() ?? 200
      outgoing.end(outgoing.statusCode === 401 ? '{"error":"bad signature"}' : '{"received":true}')
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

/** The create calls of a business. Each resolves with the body of its answer. */
function callsOf(url, key) {
  const post = async (path, body, scenario) => {
    const named = scenario === undefined ? {} : { 'x-sandbox-scenario': scenario }
    const headers = { authorization: key, 'content-type': 'application/json', ...named }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.json()
  }
  const person = { accountName: 'Ama Mensah', accountNumber: '0241234567', network: 'MTN', currency: 'GHS' }
  const account = { accountNumber: '08031234567', network: '058', currency: 'NGN', reason: 'Invoice' }
  return {
    collect: (body, scenario) => post('/collections/mobilemoney', { ...person, reason: 'Books', ...body }, scenario),
    generate: (body, scenario) => post('/collections/virtual-account', { ...account, ...body }, scenario),
    queue: (entry) => post('/_sandbox/scenarios/queue', entry),
    payOut: (recipient, reference) =>
      post('/disbursements/bank', { senderName: 'Bookshop', recipients: [recipient], reference, reason: 'Wages' }),
  }
}

async function fillBookshop(sandbox, merchantUrl) {
  const key = 'test_bookshop'
  const shop = await sandbox.business({ key, callbackUrl: `${merchantUrl}/webhooks` })
  const calls = callsOf(sandbox.url, key)
  const ids = new Map()
  const keep = async (answer) => {
    const [{ id, reference_business: reference }] = [await answer].flat()
    ids.set(reference, id)
  }
  const collect = (number, accountName, accountNumber, amount, more = {}, scenario = undefined) =>
    keep(calls.collect({ reference: `ORDER-${number}`, accountName, accountNumber, amount, ...more }, scenario))
  const generate = (number, accountName, amount, scenario) =>
    keep(calls.generate({ reference: `INV-${number}`, accountName, amount }, scenario))
  await collect(1040, 'Akua Frimpong', '0249990006', 130, { callbackURL: `${merchantUrl}/broken` })
  await shop.advance('3d')
  await collect(1041, 'Ama Mensah', '0241234567', 85)
  await shop.advance('40s')
  await collect(1042, 'Kofi Boateng', '0242345678', 1250.5, { callbackURL: `${merchantUrl}/flaky` })
  await shop.advance('1m')
  await collect(1043, 'Abena Owusu', '0240009110', 60)
  await generate(2207, 'Ngozi Okafor', 150_000)
  await shop.advance('50s')
  await collect(1044, 'Yaw Darko', '0201234567', 310, { network: 'VODAFONE' }, 'insufficient-balance')
  await collect(1045, 'Efua Asante', '0245550001', 45.75)
  await collect(1046, 'Kwame Adjei', '0247770002', 99, { callbackURL: `${merchantUrl}/strict` })
  await calls.collect({ reference: 'ORDER-1046', amount: 99 })
  await calls.collect({ reference: '', amount: -1, currency: 'GHC' })
  const teller = { amount: 48_000, currency: 'NGN', bank: '044', accountName: 'Bola Ade', accountNumber: '0690000031' }
  await keep(calls.payOut(teller, 'PAY-311'))
  await shop.advance('20s')
  await generate(2208, 'Chidi Eze', 42_000, 'va-split')
  await shop.advance('6s')
  await collect(1047, 'Esi Quaye', '0246660003', 20, {}, 'pending-first')
  await collect(1048, 'Kojo Appiah', '0243330004', 700, {}, 'otp')
  await collect(1049, 'Adwoa Sarpong', '0248880005', 265, {}, 'timeout')
  await shop.advance('2s')
  await calls.queue({ use: 'wrong-pin', times: 2 })
  return ids
}

/** Texts that are long, hostile, or in other scripts. */
async function fillUnusual(sandbox, merchantUrl) {
  const key = 'test_unusual'
  const shop = await sandbox.business({ key, callbackUrl: `${merchantUrl}/broken` })
  const { collect, generate } = callsOf(sandbox.url, key)
  const texts = [
    `<img src=x onerror="alert(1)">'"/../%00`,
    'W'.repeat(250),
    'a reference with many words that goes on and on '.repeat(5).trim(),
    'طلب-١٢٣ \u202eevil',
    '注文番号・あいうえお'.repeat(10),
    '👩‍👩‍👧‍👦🇬🇭'.repeat(12),
  ]
  for (const [index, reference] of texts.entries()) {
    await collect({ reference, accountName: reference.slice(0, 200), reason: reference, amount: 10 ** (index + 2) })
    await generate({
      reference: `VA ${reference.slice(0, 240)}`,
      accountName: reference.slice(0, 200),
      amount: 99_999_999.99,
    })
  }
  await shop.advance('4s')
  await collect({ reference: texts[0], amount: 5 })
  await collect({ reference: `open ${texts[0]}`, accountName: texts[0], amount: 5 }, 'otp')
}
