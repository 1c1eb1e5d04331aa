import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { madeUpName } from '../../src/domain/names.ts'

const entropy = { seed: 1, key: 'test_shop', reference: 'order-1' }

test('the same entropy always has the same payer, also when others were asked for in between', async () => {
  const [first] = await Promise.all([madeUpName(entropy), madeUpName({ ...entropy, seed: 2 }), madeUpName(entropy)])
  expect(await madeUpName(entropy)).toBe(first)
})

test('payers have a first and a last name, and different transactions have different ones', async () => {
  const origins = Array.from({ length: 1000 }, (_, n) => ({ ...entropy, reference: `order-${n}` }))
  const names = await Promise.all(origins.map(madeUpName))
  expect(names.every((name) => /^\S+ \S+/.test(name))).toBe(true)
  expect(new Set(names).size).toBeGreaterThan(500)
})

test('another seed, another key or another reference gives another name', async () => {
  const others = [{ seed: 2 }, { key: 'test_other' }, { reference: 'order-2' }]
  const names = await Promise.all([entropy, ...others.map((other) => ({ ...entropy, ...other }))].map(madeUpName))
  expect(new Set(names).size).toBe(4)
})

test('the library of names is loaded by the first name, and by nothing at a start', () => {
  const src = join(import.meta.dirname, '..', '..', 'src')
  const programs = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const naming = programs.filter((name) => readFileSync(join(src, name), 'utf8').includes('@faker-js/faker'))
  expect(naming).toEqual([join('domain', 'names.ts')])
  expect(readFileSync(join(src, 'domain', 'names.ts'), 'utf8')).toContain("await import('@faker-js/faker')")
})
