import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mostQueued } from '../../src/domain/business.ts'
import { call } from '../support/call.ts'
import { openParts } from '../support/opened-parts.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly maximum?: number
  readonly maxItems?: number
}

/** Returns where a schema takes a whole number, or a list, of any size. */
function unbounded(schema: Schema, named: Readonly<Record<string, Schema>>, path: readonly string[]): string[] {
  if (schema.$ref !== undefined) return unbounded(named[schema.$ref.split('/').at(-1) ?? ''] ?? {}, named, path)
  const is = (type: string) => [schema.type].flat().includes(type)
  const isAnyNumber = is('integer') && (schema.maximum ?? Number.POSITIVE_INFINITY) > 1_000_000_000
  const here = isAnyNumber || (is('array') && schema.maxItems === undefined) ? [path.join(' ')] : []
  const within = Object.entries(schema).flatMap(([key, part]) =>
    typeof part === 'object' && part !== null ? unbounded(part as Schema, named, [...path, key]) : [],
  )
  return [...here, ...within]
}

test('every count and every list in a body of the control API has a maximum; a seed is not a count', () => {
  const { paths, components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
  const bodies = Object.keys(paths).flatMap((path) =>
    Object.entries<{ readonly requestBody?: object }>(path.startsWith('/_sandbox') ? paths[path] : {}).flatMap(
      ([method, { requestBody }]) => unbounded(requestBody ?? {}, components.schemas, [method, path]),
    ),
  )
  expect(bodies.map((path) => path.replace(/ content .* properties/, ''))).toEqual([
    'patch /_sandbox/business variance anyOf 0',
  ])
})

test('the search finds a count and a list without a maximum', () => {
  const properties = { times: { type: 'integer', maximum: 2 ** 53 }, names: { type: ['array', 'null'] } }
  expect(unbounded({ properties } as Schema, {}, [])).toEqual(['properties times', 'properties names'])
})

test('a full queue takes no entry more, and works', async () => {
  const { store, url } = await openParts()
  const key = 'test_full'
  const entry = { use: 'wrong-pin', remaining: 1, match: null }
  const changes = Array.from({ length: mostQueued }, () => ({ change: 'queue.add', entry }) as const)
  await store.perform(key, {}, () => ({ result: null, changes }))
  const add = () => call(url, '/_sandbox/scenarios/queue', { key, body: { use: 'wrong-pin' } })
  const { status, body } = await add()
  expect([status, body.error.message]).toEqual([
    400,
    'a queue has at most 10000 entries and patterns, and more would wait',
  ])
  await call(url, '/_sandbox/scenarios/queue', { key, method: 'DELETE' })
  expect((await add()).status).toBe(200)
  const match = { reference: Array.from({ length: mostQueued }, (_, number) => `order-${number}`) }
  expect((await call(url, '/_sandbox/scenarios/queue', { key, body: { use: 'wrong-pin', match } })).status).toBe(400)
})
