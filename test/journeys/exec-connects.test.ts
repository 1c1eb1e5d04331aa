import { expect, test } from 'vitest'
import { launch } from '../support/cli.ts'
import { merchantProject } from '../support/merchant-project.ts'
import { mobileMoney } from '../support/requests.ts'

const suite = `
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { startSandbox } from 'payments-sandbox/testing'

const require = createRequire(import.meta.url)
const sandbox = await startSandbox({ clock: 'frozen', seed: 7 })
assert.equal(sandbox.url, process.env.PAYMENTS_SANDBOX_URL)
const merchant = await sandbox.receiver()
const shop = await sandbox.business({ key: 'test_suite', callbackUrl: merchant.url })
await shop.use('wrong-pin')
const body = JSON.stringify(${JSON.stringify(mobileMoney())})
await fetch(sandbox.url + '/collections/mobilemoney', { method: 'POST', headers: { authorization: shop.apiKey }, body })
assert.equal(merchant.webhooks.length, 0)
await shop.advance('10s')
assert.equal(merchant.webhooks[0].body.status, 'FAILED')
await sandbox.stop()
// A second file of a test runner that loads the library again.
for (const file of Object.keys(require.cache)) delete require.cache[file]
const again = require('payments-sandbox/testing')
assert.notEqual(again.startSandbox, startSandbox)
await (await again.startSandbox({ clock: 'frozen' })).stop()
console.log('suite passed')
`

test('startSandbox() in a command of exec uses the sandbox of exec, says so, and its calls are in the report', async () => {
  const cwd = merchantProject({ 'suite.mjs': suite })
  const { code, stdout, stderr } = await launch(['exec', '--report-file', 'report.json', '--', 'node', 'suite.mjs'], {
    cwd,
  }).ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'suite passed\n' })
  expect(stderr).toMatch(
    /^startSandbox\(\) uses the sandbox of payments-sandbox exec at http:\/\/127\.0\.0\.1:\d+; without effect there: seed \(options of exec\)$/m,
  )
  expect(stderr).not.toMatch(/\(node:\d+\)|--trace-warnings/)
  expect(stderr.match(/uses the sandbox of/g)).toHaveLength(1)
  expect(stderr).not.toContain('no-call-received')
  expect(stderr).toMatch(/situations +1 of /)
})
