// A fixed run of a sandbox over the data folder that is named; prints what was acknowledged. With `look`: what is stored.
// With `durable`, each commit waits for the disk.
import { createRequire } from 'node:module'

const { configSchema, startSandbox } = createRequire(import.meta.url)('../../dist/index.cjs')
const [folder, task] = process.argv.slice(2)
const log = { fault() {}, hint() {}, problem() {} }
const sandbox = await startSandbox(
  configSchema.parse({
    data: folder,
    port: 0,
    durable: task === 'durable',
    clock: '2026-01-31T12:00:00.000Z',
    scenarios: [],
  }),
  log,
)
const say = (line) => process.stdout.write(`${line}\n`)

async function ask(key, method, path, body) {
  const headers = { authorization: key, 'content-type': 'application/json' }
  const answer = await sandbox.fetch(`${sandbox.url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const { status } = answer
  if (!answer.ok) say(`refused ${key} ${method} ${path} ${status}`)
  return { status, body: JSON.parse(await answer.text()) }
}

async function create(key, reference) {
  const body = {
    amount: 5,
    currency: 'GHS',
    network: 'MTN',
    accountName: 'Ama Mensah',
    accountNumber: '0241234567',
    reason: 'Order',
    reference,
  }
  const { status, body: record } = await ask(key, 'POST', '/collections/mobilemoney', body)
  if (status === 200) say(`stored ${key} ${reference} ${record.id}`)
}

if (task === 'look') {
  const { body } = await ask('test_kept', 'GET', '/_sandbox/transactions?limit=1000')
  for (const { reference_business: reference, id } of body.data) say(`stored test_kept ${reference} ${id}`)
  await create('test_kept', 'afterwards')
} else {
  for (let round = 0; round < 4; round += 1) {
    await create('test_kept', `order-${round}`)
    await ask('test_kept', 'POST', '/_sandbox/clock/advance', { by: '3s' })
    await create('test_bulk', `bulk-${round}`)
    await ask('test_bulk', 'PUT', `/_sandbox/snapshots/s${round}`)
    if (round === 1) await ask('test_bulk', 'POST', '/_sandbox/snapshots/s0/restore')
    if (round === 2) await ask('test_bulk', 'POST', '/_sandbox/reset')
    await ask('test_bulk', 'POST', '/_sandbox/prune', { olderThan: '0s' })
  }
  // The disks of the bar `power` have the files of the database alone.
  if (task === undefined) await ask('test_bulk', 'POST', '/_sandbox/backup', { file: `${folder}/backups/a.db` })
  say('done')
}
await sandbox.close()
process.exit()
