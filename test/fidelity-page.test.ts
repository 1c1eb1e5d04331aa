import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsSchema } from '../src/domain/settings.ts'
import { expectRefusal, openShop, type Shop } from './support/shop.ts'
import { startedForFile } from './support/started-sandbox.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'fidelity.md'), 'utf8')
const sandbox = await startedForFile()

const [, twoThings = ''] = page.split('## Where the specification says two things')
const [, ...readingsOnPage] = (twoThings.split(/\n## /)[0] ?? '').split('\n### ')
/** Each reading with its lines, by what they begin with. */
const sections = readingsOnPage.map((section) => {
  const lines = [...section.matchAll(/^- \*\*([^*:]+):?\*\*:? ?(.*(?:\n {2}.*)*)/gm)]
  return {
    what: section.split('\n')[0],
    lines: Object.fromEntries(lines.map(([, name = '', text = '']) => [name, text])),
  }
})

const otherNetwork = { network: 'VOD' }

/** What each section says the sandbox does, and how the other side is met. */
const readings: Readonly<Record<string, (shop: Shop) => Promise<void>>> = {
  async "The network and the number's prefix"(shop) {
    const { status, body } = await shop.collect(otherNetwork)
    expect(status).toBe(200)
    await shop.runUntilIdle()
    expect((await shop.find(body.id)).body.message).toMatch(/^5100/)
    const ivorian = { currency: 'XOF', amount: 100, network: 'ORANGE_CI', accountNumber: '07123456', reference: 'old' }
    const old = (await shop.collect(ivorian)).body
    await shop.runUntilIdle()
    expect((await shop.find(old.id)).body.message).toMatch(/^5100/)
    const rejecting = await openShop(sandbox, { networkMismatch: 'reject' })
    expectRefusal(await rejecting.collect(otherNetwork), 400, 'network must match the phone number prefix')
    const ignoring = await openShop(sandbox, { networkMismatch: 'ignore' })
    const { id } = (await ignoring.collect(otherNetwork)).body
    await ignoring.runUntilIdle()
    expect((await ignoring.find(id)).body.status).toBe('COMPLETED')
  },
  async 'A list or an object of a wrong type'(shop) {
    expect((await shop.collect({ metadata: [] })).body.message).toEqual(['metadata must be a valid object'])
    expect((await shop.payBank({}, { recipients: {} })).body.message).toContain('recipients must be a valid array')
  },
  async 'Status 404'(shop) {
    await shop.collect()
    expect((await shop.collect()).status).toBe(400)
    expect((await shop.get('/collections/mobilemoney')).status).toBe(404)
    expect((await shop.find('unknown')).status).toBe(404)
  },
  async '`transactionAmount`'(shop) {
    const [created] = (await shop.payBank()).body
    const collected = (await shop.collect({ reference: 'order-1' })).body
    await shop.runUntilIdle()
    const metadataOf = async (id: string) => (await shop.find(id)).body.metadata
    expect(Object.keys(await metadataOf(created.id))).toContain('transactionAmount')
    for (const metadata of [created.metadata, collected.metadata, await metadataOf(collected.id)]) {
      expect(Object.keys(metadata)).not.toContain('transactionAmount')
    }
  },
  async '10 to 15 characters or digits'(shop) {
    const senegal = { currency: 'XOF', amount: 100, network: 'ORANGE', accountNumber: '771234567' }
    expect((await shop.collect(senegal)).status).toBe(200)
    const abroad = { currency: 'USD', accountNumber: '+1 (234) 567-89-01', reference: 'order-2' }
    expect((await shop.collect(abroad)).status).toBe(200)
  },
  async 'The status of a create call'(shop) {
    expect((await shop.collect()).status).toBe(200)
    const created = await openShop(sandbox, { createdStatus: 201 })
    expect((await created.collect()).status).toBe(201)
  },
  async 'An empty reason of a payout'(shop) {
    expect((await shop.payBank({}, { reason: '' })).body.message).toContain('reason must be at least 1 character long')
    expect((await shop.payBank({}, { reason: null })).body[0].reason).toBe('')
  },
}

test('every section on two readings of the specification names two places, the side, why, and how to meet the other', () => {
  expect(sections.map(({ what }) => what)).toEqual(Object.keys(readings))
  for (const { lines } of sections) {
    expect(lines).toEqual({
      'One place': expect.stringMatching(/^\(spec \d/),
      Another: expect.stringMatching(/^\(spec \d/),
      'The sandbox': expect.stringMatching(/\(.*D\d+\)/s),
      Why: expect.stringMatching(/./),
      'To meet the other': expect.stringMatching(/`|not possible here/),
    })
  }
})

test.each(Object.entries(readings))('the sandbox does what the section says: %s', async (_what, check) => {
  await check(await openShop(sandbox))
})

test('every decision has a heading with its anchor, and says what it is based on', () => {
  const decisions = [...page.matchAll(/<a id="(d\d+)"><\/a>\n\n### (D\d+): .+\n\nBasis: (.+)$/gm)]
  const numbers = decisions.map((_, index) => index + 1)
  expect(decisions.map(([, anchor, decision]) => [anchor, decision])).toEqual(numbers.map((n) => [`d${n}`, `D${n}`]))
  expect(numbers.length).toBe(page.match(/^### D\d+/gm)?.length)
  for (const [, , decision, basis] of decisions)
    expect(basis, decision).toMatch(/\b(?:spec|seen|chosen|specification)\b/)
})

test('every setting of a business is on the page, or has nothing to do with the specification', () => {
  const own = ['pin']
  const missing = Object.keys(settingsSchema.shape).filter((name) => !page.includes(`\`${name}`))
  expect(missing).toEqual(own)
})
