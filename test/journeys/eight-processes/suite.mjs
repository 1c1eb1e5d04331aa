// One merchant's test suite: its own key, receiver and clock in a sandbox that it shares. Prints what it saw as JSON.
import { Agent, createServer, request } from 'node:http'

const [url, key, count] = [process.argv[2], process.argv[3], Number(process.argv[4])]
const agent = new Agent({ keepAlive: true, maxSockets: 10 })
const webhooks = []
const receiver = createServer((incoming, outgoing) => {
  const chunks = []
  incoming.on('data', (chunk) => chunks.push(chunk))
  incoming.on('end', () => {
    webhooks.push(JSON.parse(Buffer.concat(chunks).toString()))
    outgoing.end()
  })
}).listen(0, '127.0.0.1')
await new Promise((resolve) => receiver.once('listening', resolve))
const callbackURL = `http://127.0.0.1:${receiver.address().port}/`

function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const outgoing = request(new URL(path, url), { method, headers, agent }, (incoming) => {
      const chunks = []
      incoming.on('data', (chunk) => chunks.push(chunk))
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (incoming.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${path}: ${incoming.statusCode} ${text}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body && JSON.stringify(body))
  })
}

const index = Number(key.split('_').at(-1))
const fails = count / 10
await call('POST', '/_sandbox/scenarios/queue', { use: 'wrong-pin', times: fails })
// Every suite uses the same references: what is unique is so in a business.
const created = await Promise.all(
  Array.from({ length: count }, (_, order) =>
    call('POST', '/collections/mobilemoney', {
      amount: 10,
      currency: 'GHS',
      network: 'MTN',
      accountName: 'Ama Mensah',
      accountNumber: '0241234567',
      reason: key,
      reference: `order-${order}`,
      callbackURL,
    }),
  ),
)
await call('POST', '/_sandbox/clock/advance', { by: `${index + 1}h` })
const records = []
for (let next = ''; next !== null; ) {
  const page = await call('GET', `/_sandbox/transactions?limit=1000${next && `&after=${next}`}`)
  records.push(...page.data)
  next = page.next
}
const tally = (all) =>
  Object.fromEntries(['COMPLETED', 'FAILED'].map((one) => [one, all.filter(({ status }) => status === one).length]))
const wallet = (await call('GET', '/balance')).find(({ currency }) => currency === 'GHS')
const { findings } = await call('GET', '/_sandbox/report')
process.stdout.write(
  JSON.stringify({
    statuses: tally(records),
    webhooks: tally(webhooks),
    strangers: webhooks.filter(({ id }) => !created.some((one) => one.id === id)).length,
    distinct: new Set(records.map(({ id }) => id)).size,
    balance: wallet.balance,
    queue: (await call('GET', '/_sandbox/scenarios/queue')).data.length,
    now: (await call('GET', '/_sandbox/clock')).now,
    findings,
  }),
)
agent.destroy()
receiver.closeAllConnections()
receiver.close()
