import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { businessRules, refusalNames as declaredRefusals } from '../src/catalogue/business-rules.ts'
import type { BoundEndpoint } from '../src/contract/endpoint.ts'
import { failureStatuses as declaredFailures } from '../src/domain/rejection.ts'
import { flows as declaredFlows } from '../src/domain/transaction.ts'
import { storageFails } from './conformance/common-statuses.ts'
import { declaredEndpoints, linesOf, linesOfRows, nameOf } from './conformance/declared.ts'
import { conformanceDocument } from './conformance/document.ts'
import { endpointNames, endpoints, ready, send } from './conformance/endpoints.ts'
import { expectAnswer, expectSame } from './conformance/expectations.ts'
import { bareForm, brokenForm, everyRule, fieldsOf } from './conformance/fields.ts'
import { writeScenarios } from './conformance/own-scenarios.ts'
import { createCallOf, createPlayer, resultsOf } from './conformance/played.ts'
import { kindFor, seen } from './conformance/record-row.ts'
import { everyRecordRow, fieldsThere, flows, moments } from './conformance/records.ts'
import { formsThatBreak, messagesOf } from './conformance/rule-row.ts'
import { failureStatuses, refusalNames } from './conformance/scenario-statuses.ts'
import { linesOfAnswers, linesOfBusinessRules, linesOfStatuses, statusesOf } from './conformance/statuses.ts'
import { openParts } from './support/opened-parts.ts'
import { expectRefusal, openShop } from './support/shop.ts'
import { startedForFile } from './support/started-sandbox.ts'

const scenarios = await writeScenarios()
const sandbox = await startedForFile({ scenarios })
afterAll(() => rm(scenarios, { recursive: true }))

const play = createPlayer(sandbox)

// Endpoint x field x rule.

/** A call beyond the specification can be without rows; the document says so. */
function isWithoutRows(endpoint: BoundEndpoint): boolean {
  return endpoint.basis?.of === 'beyond' && !endpointNames.some((name) => name === nameOf(endpoint))
}

const endpointsInTables = async () => (await declaredEndpoints()).filter((endpoint) => !isWithoutRows(endpoint))

test('the tables have exactly the endpoints that are declared, in their order', async () => {
  expect(endpointNames).toEqual((await endpointsInTables()).map(nameOf))
})

test('the tables have exactly the fields and rules that are declared', async () => {
  expectSame(
    (await endpointsInTables()).flatMap(linesOf),
    endpointNames.flatMap((name) => linesOfRows(name, fieldsOf(name))),
  )
})

test.each(endpointNames)(
  '%s takes a valid request, also without its optional fields, or with null for them',
  async (endpoint) => {
    for (const form of [endpoints[endpoint].full, bareForm(endpoint), bareForm(endpoint, null)]) {
      const shop = await openShop(sandbox)
      const { status, text } = await send(sandbox.url, endpoint, await ready(shop, endpoint, form), {
        key: shop.apiKey,
      })
      expect(status, text).toBe(200)
    }
  },
)

test.each(named(everyRule, ({ endpoint, field, row }) => `${endpoint}, ${field}: "${row.message}" (${row.source})`))(
  '%s',
  async (_name, { endpoint, field, rules, row }) => {
    const { apiKey: key } = await openShop(sandbox)
    for (const form of formsThatBreak(endpoints[endpoint].full, field, row)) {
      expectRefusal(await send(sandbox.url, endpoint, form, { key }), 400, messagesOf(rules, row))
    }
  },
)

test.each(endpointNames.filter((name) => fieldsOf(name).length > 0))(
  '%s answers for all fields in their order, however they are sent',
  async (endpoint) => {
    const { apiKey: key } = await openShop(sandbox)
    const { form, messages } = brokenForm(endpoint)
    const backwards = Object.fromEntries(Object.entries(form).toReversed())
    for (const sent of [form, backwards]) {
      expectRefusal(await send(sandbox.url, endpoint, sent, { key }), 400, messages)
    }
  },
)

// Endpoint x status x shape.

test('every endpoint has a row for everything that it can answer, and no other', async () => {
  expectSame((await endpointsInTables()).flatMap(linesOfAnswers), endpointNames.flatMap(linesOfStatuses))
})

test('every business rule has a row, and every row names one; scenarios can refuse with exactly those of their table', () => {
  expectSame(
    Object.keys(businessRules).map((name) => `business rule ${name}`),
    linesOfBusinessRules(endpointNames),
  )
  expectSame(declaredRefusals, refusalNames)
  expect(failureStatuses).toEqual(declaredFailures)
})

test.each(
  named(endpointNames.flatMap(statusesOf), (row) => `${row.endpoint}: ${row.status} for ${row.when} (${row.source})`),
)('%s', async (_name, row) => {
  const shop = await openShop(sandbox, row.settings)
  const answer = await row.ask({
    shop,
    form: endpoints[row.endpoint].full,
    ready: () => ready(shop, row.endpoint),
    send: (form, calling) => send(sandbox.url, row.endpoint, form, { key: shop.apiKey, ...calling }),
  })
  expectAnswer(answer, row)
})

test.each(endpointNames)('%s: 503 while the database cannot be used (D42)', async (endpoint) => {
  const { url, store, faults } = await openParts()
  store.close()
  expectAnswer(await send(url, endpoint, endpoints[endpoint].full, { key: 'test_shop' }), { ...storageFails, endpoint })
  expect(faults).toHaveLength(1)
})

// Flow x final status x field of the record.

test('the tables have the records of every flow whose create call is in them', async () => {
  const names = (await endpointsInTables()).map(nameOf)
  expect(flows).toEqual(declaredFlows.filter((flow) => names.includes(createCallOf(flow))))
})

test.each(named(everyRecordRow, ({ flow, moment, field, source }) => `${flow}, ${moment}: ${field} (${source})`))(
  '%s',
  async (_name, { flow, moment, field, kind }) => {
    for (const { result, record, extent } of await play(flow, moment)) {
      const expected = kindFor(kind, extent)
      expect(seen(expected, record[field], result), `${field} of ${result}, ${extent}`).toBe(expected)
    }
  },
)

test.each(flows)('%s: records have exactly the fields of the tables, in their order', async (flow) => {
  for (const moment of moments) {
    for (const { record, result, extent } of await play(flow, moment)) {
      expect(Object.keys(record), `${moment}, ${result}, ${extent}`).toEqual(fieldsThere(flow, moment, extent))
    }
  }
})

test.each(flows)('%s: every result has one webhook, which a status query repeats byte for byte (D27)', async (flow) => {
  const played = [...(await play(flow, 'COMPLETED')), ...(await play(flow, 'FAILED'))]
  expectSame(
    resultsOf(flow).flatMap((result) => [`${result}, full`, `${result}, bare`]),
    played.map(({ result, extent }) => `${result}, ${extent}`),
  )
  for (const { webhooks, query, result } of played) {
    expect(
      webhooks.map(({ raw }) => raw.toString()),
      `${result}`,
    ).toEqual([query])
  }
})

test('docs/conformance.md is what the rows say; npm run conformance writes it', async () => {
  const path = join(import.meta.dirname, '..', 'docs', 'conformance.md')
  await expect(
    conformanceDocument((await declaredEndpoints()).filter(isWithoutRows).map(nameOf)),
    'docs/conformance.md is not what the rows say: npm run conformance',
  ).toMatchFileSnapshot(path)
})

/** Rows with their names whole: a `$field` in a title would be cut short. */
function named<Row>(rows: readonly Row[], nameOf: (row: Row) => string): (readonly [string, Row])[] {
  return rows.map((row) => [nameOf(row), row])
}
