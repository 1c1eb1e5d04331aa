import { expect, test } from 'vitest'
import { runInProcess } from '../../support/in-process.ts'
import { openSharedSandbox } from '../../support/opened-sandbox.ts'
import { startMerchant } from '../../support/start-merchant.ts'

const sandbox = await openSharedSandbox()
const at = (key: string) => ['--url', sandbox.url, '--key', key]

test('explain shows what would steer the terminal as what it is, and its JSON reads the same', async () => {
  const shop = sandbox.shop()
  const reference = 'a\u009b31m\u202eb\u2028c'
  const { id } = (await shop.collect({ reference })).body
  const [shown, json] = [
    await runInProcess(['explain', id, ...at(shop.key)]),
    await runInProcess(['explain', id, '--json', ...at(shop.key)]),
  ]
  expect(shown.stdout).toContain(`${id}  mobile-money  a\\u009b31m\\u202eb\\u2028c  INITIATED\n`)
  for (const { stdout } of [shown, json]) expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{C}\u2028]/u)
  expect(JSON.parse(json.stdout).reference_business).toBe(reference)
  const acted = await runInProcess(['approve', id, '--json', ...at(shop.key)])
  expect(acted.stdout).toContain('a\\u009b31m\\u202eb\\u2028c')
  expect(JSON.parse(acted.stdout).reference_business).toBe(reference)
})

test('references and other texts of the merchant cannot steer the terminal', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const { id } = (await shop.generate()).body
  const args = ['pay', id, '1', '--sender', 'Ngozi \u202eiyemedA', ...at(shop.key)]
  const paid = await runInProcess(args)
  expect(paid.stdout).toContain('from Ngozi \\u202eiyemedA')
  const refused = await runInProcess(['approve', 'x\u001b[2Jy', ...at(shop.key)])
  expect(refused.stderr).toContain('the reference x\\u001b[2Jy')
})
