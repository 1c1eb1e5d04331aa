import { expect, test } from 'vitest'
import { makeMerchantCalls } from './openapi/merchant-calls.ts'
import { makeSandboxCalls } from './openapi/sandbox-calls.ts'
import { readDocument } from './support/api-document.ts'
import { call } from './support/call.ts'
import { folderWith, start } from './support/cli.ts'
import { shopOf } from './support/opened-sandbox.ts'
import { createRecorder } from './support/recorder.ts'
import { startMerchant } from './support/start-merchant.ts'

test('every endpoint of the installed command answers with success, as its own document says', {
  timeout: 60_000,
}, async () => {
  const merchant = await startMerchant()
  const declared = {
    businesses: {
      test_sandbox: { callbackUrl: merchant.url, currencies: ['GHS', 'NGN'] },
      test_lists: { validationShape: 'list' },
    },
  }
  const cwd = folderWith({ 'payments-sandbox.config.yaml': JSON.stringify(declared) })
  const { url, stop } = await start(['--data', ':memory:', '--clock', '2026-01-31T12:00:00.000Z'], { cwd })
  const document = readDocument((await call(url, '/_sandbox/openapi.json')).body)
  const recorder = createRecorder(url, document)
  let count = 0
  const sandbox = {
    url,
    declare: (key: string) => expect(Object.keys(declared.businesses)).toContain(key),
    async shop(settings: object) {
      const key = `test_shop_${++count}`
      await call(url, '/_sandbox/business', { key, method: 'PATCH', body: settings })
      return shopOf(url, key)
    },
  }
  await makeMerchantCalls({ sandbox, recorder, merchant, document })
  await makeSandboxCalls({ sandbox, recorder, merchant })
  const unanswered = [...document.operations.keys()].filter((name) => !recorder.answered.has(`${name} 200`))
  expect(unanswered).toEqual([])
  await stop()
})
