import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/package-root.ts'
import { declaredEndpoints, nameOf } from '../conformance/declared.ts'
import { readDocument } from '../support/api-document.ts'
import { call } from '../support/call.ts'
import { openSharedSandbox } from '../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()
const { body: served } = await call(sandbox.url, '/_sandbox/openapi.json')
const document = readDocument(served)

test('every endpoint stands in it, and both areas are described by their tags', () => {
  const names = [...document.operations.keys()]
  expect(names).toContain('collectMobileMoney')
  expect(names).toContain('advanceClock')
  const used = Object.values<Record<string, { readonly tags: string[] }>>(served.paths).flatMap((path) =>
    Object.values(path).flatMap(({ tags }) => tags),
  )
  const described = served.tags.map(({ name }: { readonly name: string }) => name)
  expect(described.filter((tag: string) => tag !== 'Webhooks').sort()).toEqual([...new Set(used)].sort())
})

test('every call of the service says what it is based on, and the reads beyond the specification say so (D29)', async () => {
  const basisOf = new Map<string, unknown>()
  for (const [path, item] of Object.entries<Record<string, Readonly<Record<string, unknown>>>>(served.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const basis = operation['x-basis']
      if (path.startsWith('/_sandbox/')) expect(basis).toBeUndefined()
      else basisOf.set(`${method.toUpperCase()} ${path}`, basis)
      expect(operation.description ?? '').toMatch(
        { seen: /seen .*\(D2[678]\)/, beyond: /^Beyond the specification: .*\(D29\)/ }[`${basis}`] ?? /^/,
      )
    }
  }
  const declared = (await declaredEndpoints()).map((endpoint) => [nameOf(endpoint), endpoint.basis?.of ?? 'spec'])
  expect(Object.fromEntries(basisOf)).toEqual(Object.fromEntries(declared))
  expect(served.info.description).not.toContain('Everything outside `/_sandbox` mirrors the service;')
})

test('every example is of the shape that stands beside it', () => {
  const found = examplesIn(served, '')
  expect(found.length).toBeGreaterThan(80)
  expect(found.flatMap(({ at, value }) => document.faultsAt(`${at}/schema`, value))).toEqual([])
})

test('no shape stands in it twice without a name', () => {
  // The settings to read and those to change have the same parts; the latter without their defaults.
  const { SettingsChange: _, ...schemas } = served.components.schemas
  const shapes = Object.values<object>(schemas).flatMap((schema) => Object.values(schema).flatMap(shapesIn))
  const twice = shapes.filter((shape, index) => shapes.indexOf(shape) !== index)
  expect(twice).toEqual([])
})

test('the file in docs is what the code makes: npm run openapi writes it again', () => {
  const file = JSON.parse(readFileSync(join(packageRoot(), 'docs', 'openapi.json'), 'utf8'))
  const { version, ...info } = file.info
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect({ ...file, info, servers: served.servers }).toEqual({
    ...served,
    info: { ...served.info, version: undefined },
  })
})

interface Example {
  readonly at: string
  readonly value: unknown
}

/** Every example of a media type, with the pointer of what it is an example of. */
function examplesIn(part: unknown, at: string): Example[] {
  if (typeof part !== 'object' || part === null) return []
  const { schema, example, examples = {} } = part as Record<string, unknown>
  if (schema !== undefined && at.includes('/content/')) {
    const listed = Object.values(examples as Record<string, { readonly value: unknown }>).map(({ value }) => value)
    return [...(example === undefined ? [] : [example]), ...listed].map((value) => ({ at, value }))
  }
  return Object.entries(part).flatMap(([key, inner]) => {
    return examplesIn(inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  })
}

function shapesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const own = 'properties' in part && 'type' in part ? [JSON.stringify(part)] : []
  return [...own, ...Object.values(part).flatMap(shapesIn)]
}
