// Run by vitest in a project that has the packed package installed.

import { test } from 'payments-sandbox/vitest'
import { expect } from 'vitest'

test('the fixtures are there', async ({ sandbox, shop, merchant }) => {
  expect(sandbox.url).toMatch(/^http:/)
  expect(merchant.webhooks).toEqual([])
  expect(await shop.runUntilIdle()).toEqual([])
})
