import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { looks, openPlace, seriousFindings, settled } from '../support/page.ts'
import { until } from '../support/until.ts'

for (const [name, look] of Object.entries(looks)) {
  browserTest(`scenarios, calls, report and wallets are shown, ${name}`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    await shop.collect({ reference: '<b>paid</b>' })
    await shop.collect({ amount: 0, reference: 'refused' })
    await shop.advance('1m')
    for (const view of ['scenarios', 'traffic', 'report', 'wallets']) {
      const { page, complaints } = await openPlace(sandbox.url, { view, key: shop.key }, look)
      await settled(page)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([view, await seriousFindings(page)]).toEqual([view, []])
      expect(complaints).toEqual([])
    }
  })
}

browserTest('a scenario is queued and made the default, and a draft is checked as it is written', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'scenarios', key: shop.key })
  await settled(page)
  await page.getByRole('button', { name: 'Queue next: wrong-pin' }).click()
  await page.getByText('wrong-pin ×1').waitFor()
  await page.getByRole('button', { name: 'Queue next: timeout' }).click()
  await page.getByRole('button', { name: 'Clear the queue' }).click()
  await page.getByText('Queue: empty').waitFor()
  expect((await shop.get('/_sandbox/scenarios/queue')).body.data).toEqual([])
  await page.getByRole('button', { name: 'Queue next: wrong-pin' }).click()
  await page.getByText('wrong-pin ×1').waitFor()
  await page.getByRole('button', { name: 'Default: timeout' }).click()
  await page.getByRole('button', { name: 'Default: timeout', pressed: true }).waitFor()
  expect((await shop.collect()).headers['x-sandbox-scenario']).toBe('wrong-pin; by=queue')
  const draft = page.getByLabel('Scenario file')
  await page.getByText('No problems found').waitFor()
  await draft.fill('version: 1\nscenarios:\n  mine: { outcome: aproved }\n')
  await page.locator('.scenarios-problems', { hasText: 'approved' }).waitFor()
  expect(await page.locator('.scenarios-problems li').first().textContent()).toMatch(/^3:\d+ /)
})

browserTest('a mix shows its shares, is made the default, and each transaction says that it drew it', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'scenarios', key: shop.key })
  await settled(page)
  await page.getByRole('button', { name: 'What happens: busy-day' }).click()
  await page.locator('.scenario-step', { hasText: /^[\d.]+ %approve$/ }).waitFor()
  await page.getByRole('button', { name: 'Default: busy-day' }).click()
  await page.getByRole('button', { name: 'Default: busy-day', pressed: true }).waitFor()
  const { body, headers } = await shop.collect({ reference: 'order-1' })
  expect(headers['x-sandbox-scenario']).toMatch(/; by=business; mix=busy-day$/)
  await page.goto(`${sandbox.url}/_sandbox/#/transactions/${body.id}?key=${shop.key}`)
  await page.getByText('default of the business, drawn by the mix busy-day').waitFor()
  await page
    .getByRole('listitem')
    .getByText(/drawn by the mix busy-day \(\d+ of \d+\)/)
    .waitFor()
})

browserTest('own scenarios come first, and one of those with another code is found, chosen and queued', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'own.yaml'), 'version: 1\nscenarios: { mine: { summary: Ours } }\n')
  const sandbox = await openSandbox({ scenarios: [folder] })
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'scenarios', key: shop.key })
  await settled(page)
  expect(await page.locator('section > h2').first().textContent()).toBe('Yours')
  await page.getByRole('region', { name: 'Yours' }).getByText('Ours', { exact: true }).waitFor()
  const fails = page.getByRole('region', { name: 'The payment fails' })
  expect(await fails.getByRole('listitem').count()).toBe(3)
  await fails.getByLabel('With the code').selectOption({ label: '6400 provider-liquidity' })
  await fails.getByText("The provider's float at the switch is too low.").waitFor()
  await fails.getByRole('button', { name: 'Queue next: provider-liquidity' }).click()
  await page.locator('.head').getByText('next call: provider-liquidity').waitFor()
  expect((await shop.get('/_sandbox/scenarios/queue')).body.data).toEqual([{ use: 'provider-liquidity', remaining: 1 }])
  await page.getByLabel('Search scenarios').fill('6500')
  await fails.getByText('provider-busy', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Queue next' }).count()).toBe(1)
})

browserTest('a scenario file that breaks is shown with its place', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'own.yaml')
  writeFileSync(file, 'version: 1\nscenarios: { mine: {} }\n')
  const sandbox = await openSandbox({ scenarios: [folder] })
  const { key, get } = sandbox.shop()
  writeFileSync(file, 'version: 1\nscenarios: { mine: { outcome: aproved } }\n')
  await until('the problem', async () => (await get('/_sandbox/scenarios')).body.problems.length > 0)
  const { page } = await openPlace(sandbox.url, { view: 'scenarios', key })
  const note = page.getByRole('alert').filter({ hasText: `${file}:2:` })
  await note.getByText('Its last good version plays.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

browserTest('a scenario of the catalogue is taken as a draft that is right', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'scenarios', key: shop.key })
  await settled(page)
  await page.getByRole('button', { name: 'What happens: flaky-merchant' }).click()
  await page.getByText('webhook attempt 3: sent, its answer lost').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Edit as a draft: flaky-merchant' }).click()
  const draft = page.getByLabel('Scenario file')
  await page.locator('#draft:focus').waitFor()
  expect(await draft.inputValue()).toContain('flaky-merchant:')
  await page.getByText('No problems found').waitFor()
})

browserTest('a draft is played for its business, and saved in the folder of scenarios over no other file', async () => {
  const folder = temporaryFolder()
  const old = 'version: 1\nscenarios: { old: {} }\n'
  writeFileSync(join(folder, 'old.yaml'), old)
  const sandbox = await openSandbox({ scenarios: [folder] })
  const shop = sandbox.shop()
  const { page, complaints } = await openPlace(sandbox.url, { view: 'scenarios', key: shop.key })
  await settled(page)
  const draft = page.getByRole('region', { name: 'Write your own' })
  const open = async (verb: 'Play' | 'Save') => {
    await draft.getByRole('button', { name: verb, exact: true }).click()
    const dialog = page.getByRole('dialog')
    return { dialog, submit: dialog.getByRole('button', { name: verb, exact: true }) }
  }
  await page.getByLabel('Scenario file').fill('version: 1\nscenarios: { wrong-pin: {} }\n')
  const refused = await open('Play')
  await refused.dialog.getByText(`Loads the draft for ${shop.key} until a reset or a restart`).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await refused.submit.click()
  await refused.dialog.getByRole('alert').getByText('The scenario wrong-pin is shipped with the sandbox').waitFor()
  await refused.dialog.getByRole('button', { name: 'Cancel' }).click()

  const yaml = 'version: 1\nscenarios: { mine: { outcome: { failed: wrong_pin } } }\n'
  await page.getByLabel('Scenario file').fill(yaml)
  const played = await open('Play')
  await played.submit.click()
  await played.dialog.getByText(`${shop.key} can play mine`).waitFor()
  await played.dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Queue next: mine' }).click()
  await page.getByText('mine ×1').waitFor()
  expect((await shop.collect()).headers['x-sandbox-scenario']).toBe('mine; by=queue')

  const saved = await open('Save')
  expect(await seriousFindings(page)).toEqual([])
  await saved.dialog.getByLabel('File', { exact: true }).fill('old.yaml')
  await saved.dialog.getByText(`Writes ${folder}/old.yaml.`).waitFor()
  await saved.submit.click()
  await saved.dialog.getByRole('alert').getByText(`${folder}/old.yaml exists`).waitFor()
  expect(readFileSync(join(folder, 'old.yaml'), 'utf8')).toBe(old)
  await saved.dialog.getByLabel('File', { exact: true }).fill('mine.yaml')
  await saved.submit.click()
  await saved.dialog.getByText(`Saved mine in ${folder}/mine.yaml.`).waitFor()
  expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe(yaml)
  const { source } = (await sandbox.shop().get('/_sandbox/scenarios/mine')).body
  expect(source.file).toBe(join(folder, 'mine.yaml'))
  // The one refusal is known to the browser as a failed call.
  expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
})

browserTest('the report shows expectations, and queued scenarios that no request used', async () => {
  const folder = temporaryFolder()
  const expecting = 'version: 1\nscenarios: { strict: { after: 1s, expect: { statusQueries: 1 } } }\n'
  writeFileSync(join(folder, 'own.yaml'), expecting)
  const sandbox = await openSandbox({ scenarios: [folder] })
  const shop = sandbox.shop()
  await shop.collect({ reference: 'scn:strict:1' })
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 2 })
  await shop.advance('1m')
  const { page } = await openPlace(sandbox.url, { view: 'report', key: shop.key })
  await settled(page)
  await page.getByText('strict: not as expected').waitFor()
  await page.getByText('wrong-pin: queued and not used').waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

browserTest('the balance of a wallet is set', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'wallets', key: shop.key })
  await settled(page)
  await page.getByRole('button', { name: 'Set the balance in GHS' }).click()
  await page.getByLabel('Balance in GHS').fill('-1')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.locator('.toast', { hasText: 'is not a sum of GHS' }).waitFor()
  await page.getByLabel('Balance in GHS').fill('12.5')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByText('GHS 12.50').first().waitFor()
  const { body } = await shop.get('/_sandbox/wallets')
  expect(body.find(({ currency }: { currency: string }) => currency === 'GHS').balance).toBe(12.5)
})
