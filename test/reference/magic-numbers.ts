import { flows } from '../../src/domain/transaction.ts'
import { flowTitle } from '../../src/scenarios/language/flow-fit.ts'
import { magicNumber, type Scenario } from '../../src/scenarios/scenario.ts'
import { shipped } from '../scenarios/scenario-folders.ts'
import { code, page, prose, table } from './markdown.ts'

export function magicNumbersPage(): string {
  const numbered = shipped.scenarios.flatMap((scenario) => {
    const number = magicNumber(scenario)
    return number === null ? [] : [{ number: `${number.slice(1, -1)}x`, scenario }]
  })
  const byNumber = numbered
    .toSorted((one, other) => one.number.localeCompare(other.number))
    .map(({ number, scenario }) => [code(number), ...cellsOf(scenario)])
  const byName = shipped.scenarios.filter((scenario) => magicNumber(scenario) === null).map(cellsOf)
  return page(
    'Magic numbers and shipped scenarios',
    `A magic number is the end of the customer's or recipient's \`accountNumber\`. It chooses what happens. In the table, \`x\` is any
digit, so that ten tests can run side by side. Write a phone number in any form; write other numbers as you send them.`,
    `A magic number plays its scenario **every** time. It counts only if nothing takes precedence over it:
[how a scenario is chosen](../scenarios.md#choosing-a-scenario).`,
    '## By number',
    table(['account number ends in', 'scenario', 'for', 'what happens'], byNumber),
    '## By name',
    `These have no magic number; select them by name, for example in the reference: \`scn:out-of-order:7\`. The scenarios with a number
can be chosen in this way too. [All ways](../scenarios.md#choosing-a-scenario).`,
    table(['scenario', 'for', 'what happens'], byName),
    '`payments-sandbox scenarios show NAME` prints a scenario with its file, `payments-sandbox scenarios plan NAME` its steps.',
  )
}

function cellsOf(scenario: Scenario): string[] {
  const happensTo = scenario.match?.flow ?? scenario.flows
  const titles = happensTo.map((flow) => flowTitle(flow).replace(/^a /, ''))
  const usual = scenario.name === shipped.defaultScenario ? ' (default)' : ''
  return [
    `${code(scenario.name)}${usual}`,
    happensTo.length === flows.length ? 'all' : titles.join(', '),
    prose(scenario.summary ?? ''),
  ]
}
