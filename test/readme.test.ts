import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noCallReceived } from '../src/cli/run/run-with-sandbox.ts'
import { settingsSchema } from '../src/domain/settings.ts'
import { rules } from '../src/report/rules/index.ts'
import { checkScenarioText, loadScenarios } from '../src/scenarios/load.ts'
import { magicNumber } from '../src/scenarios/scenario.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('README lists exactly the magic numbers of the shipped scenarios', async () => {
  const { scenarios } = await loadScenarios({ paths: join(root, 'scenarios'), strict: true })
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
  expect(told).toEqual(Array.from({ length: 45 }, (_, index) => index + 1))
})

test('the page on CI lists every finding with its level and what it rests on', () => {
  const page = readFileSync(join(root, 'docs', 'ci.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `([\w-]+)` \| (error|warning|info) \| .* \| (.*) \|$/gm)].map(
    ([, ...row]) => row,
  )
  expect(listed.sort()).toEqual(
    [...rules, noCallReceived].map(({ rule, level, section }) => [rule, level, section]).sort(),
  )
})

test('every piece of YAML on the page on CI loads', async () => {
  const page = readFileSync(join(root, 'docs', 'ci.md'), 'utf8')
  const shipped = await loadScenarios({ paths: join(root, 'scenarios'), strict: true })
  const pieces = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml = '']) => yaml)
  const problems = await Promise.all(pieces.map((yaml) => checkScenarioText(yaml, 'docs/ci.md', shipped)))
  expect(pieces).toHaveLength(1)
  expect(problems.flat()).toEqual([])
})
