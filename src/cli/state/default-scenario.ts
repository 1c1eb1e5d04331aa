import type { Command } from 'commander'
import { addClientCommand, printAnswer } from '../client/client-command.ts'
import type { ClientFlags } from '../client/client-options.ts'
import { UsageError } from '../exit.ts'

interface DefaultFlags extends ClientFlags {
  readonly clear?: boolean
}

export function addDefaultScenario(scenarios: Command): void {
  const example = 'scenarios default busy-day\n  $ payments-sandbox scenarios default --clear'
  addClientCommand(scenarios, 'default [scenario]', example)
    .description('Set the scenario, or the mix, that your business plays if nothing else is chosen')
    .option('--clear', 'go back to the default of the scenario files')
    .action(setDefault)
}

function setDefault(name: string | undefined, { clear = false, ...flags }: DefaultFlags): Promise<void> {
  if (clear === (name !== undefined)) {
    throw new UsageError('Name a scenario, such as busy-day, or write --clear to go back to the default of the files')
  }
  return printAnswer(
    flags,
    ({ call }) => call('PUT /_sandbox/scenarios/default', { use: name ?? null }),
    ({ use }) => `default scenario: ${use ?? 'the one of the scenario files'}\n`,
  )
}
