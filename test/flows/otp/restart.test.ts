import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../../src/config.ts'
import { startSandbox } from '../../../src/sandbox.ts'
import { call } from '../../support/call.ts'
import { temporaryFolder } from '../../support/opened-store.ts'
import { mobileMoney } from '../../support/requests.ts'

const key = 'test_restart'

async function startOn(data: string) {
  const log = { fault: (message: string) => expect.unreachable(message), hint: () => {}, problem: () => {} }
  const sandbox = await startSandbox(parseConfig({ data, port: 0, clock: 'frozen', scenarios: [] }), log)
  const post = (path: string, body: unknown, headers = {}) => call(sandbox.url, path, { key, body, headers })
  return { sandbox, post, get: (path: string) => call(sandbox.url, path, { key }) }
}

test('after a restart a transaction still waits for the same OTP, and wrong ones are still counted', async () => {
  const folder = temporaryFolder()
  const before = await startOn(folder)
  const { body: created } = await before.post('/collections/mobilemoney', mobileMoney(), {
    'x-sandbox-scenario': 'otp',
  })
  const { body: sms } = await before.get('/_sandbox/phones/0241234567/otp')
  for (const otp of ['x', 'y']) await before.post('/collections/otp', { id: created.id, otp })
  await before.sandbox.close()

  const after = await startOn(folder)
  onTestFinished(() => after.sandbox.close())
  expect((await after.get('/_sandbox/phones/0241234567/otp')).body).toEqual(sms)
  await after.post('/collections/otp', { id: created.id, otp: 'z' })
  expect((await after.get(`/payments/${created.id}`)).body.status).toBe('FAILED')
})

test('after a restart an accepted OTP stays accepted, and the debit goes on', async () => {
  const folder = temporaryFolder()
  const before = await startOn(folder)
  const { body: created } = await before.post('/collections/mobilemoney', mobileMoney(), {
    'x-sandbox-scenario': 'otp',
  })
  const { body: sms } = await before.get('/_sandbox/phones/0241234567/otp')
  expect((await before.post('/collections/otp', { id: created.id, otp: sms.otp })).status).toBe(200)
  await before.sandbox.close()

  const after = await startOn(folder)
  onTestFinished(() => after.sandbox.close())
  expect((await after.post('/collections/otp', { id: created.id, otp: sms.otp })).status).toBe(400)
  await after.post('/_sandbox/clock/advance', { by: '3s' })
  expect((await after.get(`/payments/${created.id}`)).body.status).toBe('COMPLETED')
})
