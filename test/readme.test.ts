import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsSchema } from '../src/domain/settings.ts'
import { loadScenarios } from '../src/scenarios/load.ts'
import { magicNumber } from '../src/scenarios/magic-number.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('README lists exactly the magic numbers of the shipped scenarios', async () => {
  const { scenarios } = await loadScenarios({ builtInDir: join(root, 'scenarios'), userDir: null, strict: false })
  const shipped = scenarios.flatMap((scenario) => {
    const number = magicNumber(scenario)
    return number === null ? [] : [`${number.replace('*', '').replace('?', 'x')} ${scenario.name}`]
  })
  const listed = [...readme.matchAll(/^\| `(0009\d\dx)` \| `([\w-]+)` \|/gm)].map(
    ([, number, name]) => `${number} ${name}`,
  )
  expect(listed.sort()).toEqual(shipped.sort())
})

test('README names exactly the settings of a business', () => {
  const [, named = ''] = /Settings of a business: ([^.]+)\./.exec(readme) ?? []
  expect(named.split(/,\s+/).sort()).toEqual(Object.keys(settingsSchema.shape).sort())
})

test('the page on fidelity tells of every decision once, in order', () => {
  const page = readFileSync(join(root, 'docs', 'fidelity.md'), 'utf8')
  const told = [...page.matchAll(/^\| D(\d+) +\|/gm)].map(([, number]) => Number(number))
  expect(told).toEqual(Array.from({ length: 43 }, (_, index) => index + 1))
})
