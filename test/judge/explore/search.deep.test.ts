import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ExploreContext, type ExploreOptions, explore, type ScheduleFailure } from '../../../src/testing/index.ts'
import { folderWith } from '../../support/cli.ts'
import { listening } from '../../support/listening.ts'
import { collect } from '../../support/started-sandbox.ts'

/** An order that is followed to its webhook; returns how many webhooks came. */
async function order({ sandbox, shop, merchant }: ExploreContext, reference = 'order-1'): Promise<number> {
  await collect(sandbox, shop, { reference }).catch(() => undefined)
  await shop.runUntilIdle()
  return merchant.webhooks.length
}

async function ended(body: (context: ExploreContext) => unknown, options: ExploreOptions = {}) {
  return explore(async (context) => void (await body(context)), { found: folderWith(), ...options }).catch(
    (error: Error) => error.message,
  )
}

test('a test that fails without a change is not explored, and one that fails sometimes is flaky', async () => {
  let runs = 0
  expect(await ended(() => expect(++runs).toBe(0))).toMatch(
    /^The test fails without any change: mend it first\n {2}expected 1 to be \+?0/,
  )
  expect(runs).toBe(5)
  runs = 0
  const failing = () => {
    if (++runs % 3 === 0) throw new Error('third time')
  }
  expect(await ended(failing)).toBe('The test is flaky: 1 of 5 failed without any change; mend it first\n  third time')
})

test('a server that refuses every webhook of the plain runs is the first thing said, and the only one', async () => {
  let status = 400
  const body = async (context: ExploreContext) => {
    context.merchant.reply(status)
    await order(context)
    if (status === 400) throw new Error('the order is open')
  }
  expect(await ended(body)).toBe('Your server refused every webhook (400): mend that first')
  status = 200
  expect(await ended(body, { only: ['webhook-twice'] })).toMatchObject({ reached: { 'webhook-twice': 1 } })
})

test('a saved failure is said to be fixed only by the test that found it', async () => {
  const found = folderWith()
  const options: ExploreOptions = { found, only: ['webhook-twice', 'lost-ack'] }
  let isMended = false
  const once = async (context: ExploreContext) => {
    if ((await order(context)) > 1 && !isMended) throw new Error('credited twice')
  }
  const explored = (body: (context: ExploreContext) => Promise<unknown>) => explore(body, options).catch(() => null)
  expect(await explored(once)).toBeNull()
  const [file] = readdirSync(found).filter((name) => name.endsWith('.yaml'))
  await explored(async (context) => void (await order(context)))
  expect(readdirSync(found)).toContain(file)
  isMended = true
  await explored(once)
  expect(readdirSync(found)).toEqual([])
})

test('a queued scenario that no request uses fails the plain run', async () => {
  expect(await ended(({ shop }) => shop.use('wrong-pin'))).toContain('Queued scenarios that no request used: wrong-pin')
})

test('a failure that needs two changes is found with both, and with no third', async () => {
  const found = folderWith()
  const body = async (context: ExploreContext) => {
    let lost = false
    await collect(context.sandbox, context.shop).catch(() => {
      lost = true
    })
    await context.shop.runUntilIdle()
    if (lost && context.merchant.webhooks.length > 1) throw new Error(`both at ${new Date().toISOString()}`)
  }
  const message = await ended(body, { found })
  expect(message).toMatch(
    /^The test fails when the webhook of transaction 1 comes twice and the reply to the create call of transaction 1 is lost \(confirmed 3 of 3, run \d+ of \d+\)\.\n {2}both at /,
  )
  expect(readdirSync(found)).toEqual(['webhook-twice-1-lost-reply-1.json', 'webhook-twice-1-lost-reply-1.yaml'])
  expect(readFileSync(join(found, 'webhook-twice-1-lost-reply-1.yaml'), 'utf8')).toBe(
    `version: 1
why: the webhook of transaction 1 comes twice and the reply to the create call of transaction 1 is lost
schedule:
  - { order: 1, change: webhook-twice }
  - { order: 1, change: lost-reply }
`,
  )
})

test('a search that goes on ends with each distinct failure, smallest and saved', async () => {
  const found = folderWith()
  const body = async (context: ExploreContext) => {
    let isLost = false
    await collect(context.sandbox, context.shop).catch(() => {
      isLost = true
    })
    await context.shop.runUntilIdle()
    if (isLost) throw new Error('no reply')
    if (context.merchant.webhooks.length > 1) throw new Error('credited twice')
  }
  const only = ['webhook-twice', 'webhook-late', 'lost-reply'] as const
  const failure = (await explore(body, { found, only, keepGoing: true }).catch(
    (error: unknown) => error,
  )) as ScheduleFailure
  expect(failure.failures.map(({ sentence }) => sentence)).toEqual([
    'the webhook of transaction 1 comes twice',
    'the reply to the create call of transaction 1 is lost',
  ])
  expect(failure.message.match(/^The test fails when /gm)).toHaveLength(2)
  expect(readdirSync(found).filter((name) => name.endsWith('.yaml'))).toEqual([
    'lost-reply-1.yaml',
    'webhook-twice-1.yaml',
  ])
})

test('a search that goes on has one failure for a kind of change, also if it fails at each transaction', async () => {
  const found = folderWith()
  const body = async (context: ExploreContext) => {
    for (const reference of ['order-1', 'order-2']) await order(context, reference)
    if (context.merchant.webhooks.length > 2) throw new Error('credited twice')
  }
  const only = ['webhook-twice', 'lost-ack'] as const
  const failure = await explore(body, { found, only, keepGoing: true }).catch((error: unknown) => error)
  expect((failure as ScheduleFailure).failures.map(({ sentence }) => sentence)).toEqual([
    'the webhook of transaction 1 comes twice',
    'the acknowledgement of the webhook of transaction 1 is lost',
  ])
})

test('a search that goes on ends once every single change has failed', async () => {
  const body = async ({ sandbox, shop, merchant }: ExploreContext) => {
    await collect(sandbox, shop)
    await shop.runUntilIdle()
    if (merchant.webhooks.length > 1) throw new Error('credited twice')
  }
  const only = ['webhook-twice', 'webhook-twice-at-once', 'lost-reply'] as const
  const failure = await explore(body, { found: folderWith(), only, keepGoing: true, runs: 50 }).catch(
    (error: unknown) => error,
  )
  expect((failure as ScheduleFailure).failures).toHaveLength(3)
})

test('a saved failure is played first: forgotten once it is mended, an end while it is not', async () => {
  const found = folderWith()
  let isMended = false
  const body = async (context: ExploreContext) => {
    if ((await order(context)) > 1 && !isMended) throw new Error('credited twice')
  }
  const options = { found, only: ['webhook-twice'] as const }
  expect(await ended(body, options)).toContain(
    'comes twice (confirmed 3 of 3, run 6 of 6).\n  credited twice\nSaved as ',
  )
  expect(await ended(body, options)).toContain('comes twice (saved by an earlier run).\n  credited twice\nSaved as ')
  isMended = true
  expect(await ended(body, options)).toEqual({
    runs: 6,
    reached: { 'webhook-twice': 1 },
    notReached: [],
    needsCheck: [],
    untried: 0,
    seed: 1,
  })
  expect(readdirSync(found)).toEqual([])
})

test('a saved failure whose change did not happen is kept', async () => {
  const found = folderWith()
  writeFileSync(join(found, 'own.yaml'), 'version: 1\nwhy: x\nschedule: [{ order: 9, change: webhook-twice }]\n')
  expect(await ended(order, { found, only: ['webhook-late'] })).toMatchObject({ runs: 6 })
  expect(readdirSync(found)).toEqual(['own.yaml'])
})

test('a saved schedule that cannot be read is refused with its place, and kept', async () => {
  const found = folderWith()
  const text = 'version: 1\nwhy: a test\nschedule: [{ order: 1, change: webhook-twise }]\n'
  writeFileSync(join(found, 'own.yaml'), text)
  expect(await ended(order, { found })).toContain(
    'own.yaml:3:32  schedule[0].change: "webhook-twise" is not a choice; did you mean webhook-twice?',
  )
  expect(readFileSync(join(found, 'own.yaml'), 'utf8')).toBe(text)
})

test('a seed gives the same runs, another seed others, and runs are counted', async () => {
  const played = async (seed: number) => {
    const orders: string[] = []
    const result = await ended(
      async (context) => {
        await order(context)
        orders.push(context.merchant.webhooks.map(({ headers }) => headers['x-sandbox-attempt']).join())
      },
      // All single changes and pairs are 20 runs.
      { runs: 40, seed, only: ['webhook-twice', 'webhook-late', 'lost-ack', 'lost-reply', 'slow-reply'] },
    )
    return { result, orders }
  }
  const [first, again, other] = [await played(1), await played(1), await played(2)]
  expect(first.result).toMatchObject({ runs: 40, seed: 1 })
  expect(again).toEqual(first)
  expect(other.orders).not.toEqual(first.orders)
  expect(other.orders.slice(0, 20)).toEqual(first.orders.slice(0, 20))
})

test('a test in which no change can happen is unfinished, unless a part is enough', async () => {
  expect(await ended(() => {})).toBe(
    'Nothing found, but no change could happen: let the test create a transaction and wait for its webhook',
  )
  const part = await explore(() => {}, { found: folderWith(), partial: true })
  expect(part).toMatchObject({ runs: 5, reached: {}, untried: 0 })
})

test('each change is tried once before any is tried for another transaction; what was not tried is counted', async () => {
  const body = async (context: ExploreContext) => {
    await order(context)
    await order(context, 'order-2')
  }
  const only = ['webhook-twice', 'lost-ack', 'lost-reply'] as const
  expect(await explore(body, { found: folderWith(), only, runs: 8, partial: true })).toMatchObject({
    reached: { 'webhook-twice': 1, 'lost-ack': 1, 'lost-reply': 1 },
    untried: 3,
  })
  expect(await ended(body, { only, runs: 8 })).toBe(
    'Nothing found, but 3 of 6 single changes were not tried: raise --time or --runs, or choose with --only',
  )
})

test('wrong options are refused before anything runs', async () => {
  const refusal = (options: object) => ended(() => expect.unreachable(), options)
  expect(await refusal({ only: ['webhook-twise'] })).toBe(
    'explore(): only: webhook-twise: unknown option; did you mean webhook-twice?',
  )
  expect(await refusal({ runs: 0 })).toBe('explore(): runs: 0 is not a positive integer')
  expect(await refusal({ time: '1 minute' })).toMatch(/^explore\(\): time: /)
  expect(await refusal({ runs: 5, tries: 1 })).toMatch(/^explore\(\): tries: unknown option; /)
})

test('a probe that cannot be read ends the exploration with what to do, and nothing is saved', async () => {
  const found = folderWith()
  const probe = { get: 'data:text/html,{reference}', paid: { at: '/status', is: 'paid' } }
  expect(await ended(order, { found, probe })).toBe(
    'explore(): probe.get: is not a web address; write for example http://127.0.0.1:3000/orders/{reference}',
  )
  const page = createServer((_request, response) => void response.end('<html>'))
  const at = await listening(page)
  expect(await ended(order, { found, probe: { ...probe, get: `${at}/{reference}` } })).toBe(
    `not checked: the probe ${at}/order-1 answers no JSON: name the address of an API, not of a page`,
  )
  expect(readdirSync(found)).toEqual([])
})

test('the error is a ScheduleFailure with its schedule, and the cause is what the test threw', async () => {
  const thrown = new Error('credited twice')
  const failure = (await explore(
    async (context) => {
      if ((await order(context)) > 1) throw thrown
    },
    { found: folderWith() },
  ).catch((error: unknown) => error)) as ScheduleFailure
  expect(failure).toMatchObject({
    name: 'ScheduleFailure',
    schedule: [{ order: 1, change: 'webhook-twice' }],
    sentence: 'the webhook of transaction 1 comes twice',
    cause: thrown,
  })
})

test('a race is played three times, and a saved one is fixed once it passed ten times', async () => {
  const found = folderWith()
  let races = 0
  let failsIn: readonly number[] = [3, 4, 5, 6]
  const body = async (context: ExploreContext) => {
    const came = await order(context)
    if (came > 1 && failsIn.includes(++races)) throw new Error('credited twice')
  }
  const explored = () =>
    explore(body, { found, only: ['webhook-twice-at-once'] }).then(
      () => 'clean',
      (error: ScheduleFailure) => error.sentence,
    )
  expect(await explored()).toBe('the webhook of transaction 1 comes twice at once')
  races = 0
  failsIn = [10]
  expect([await explored(), races, readdirSync(found)]).toEqual([
    'the webhook of transaction 1 comes twice at once',
    10,
    expect.arrayContaining(['webhook-twice-at-once-1.yaml']),
  ])
  failsIn = []
  expect([await explored(), readdirSync(found)]).toEqual(['clean', []])
})
