import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { start } from '../support/cli.ts'

test('another loopback address needs no token, and the sandbox answers at the address it names', async () => {
  const sandbox = await start(['--host', '127.0.0.2'])
  expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/)
  expect(await call(sandbox.url, '/_sandbox/health/ready')).toMatchObject({ status: 200 })
  await sandbox.stop()
})
