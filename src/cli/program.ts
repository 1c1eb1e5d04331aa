import { Command } from 'commander'
import { packageVersion } from '../package-root.ts'
import { addActCommands } from './act/act-commands.ts'
import { addPay } from './act/pay.ts'
import { addPhoneCommands } from './act/phone-commands.ts'
import { addExplain } from './look/explain.ts'
import { addHealth } from './look/health.ts'
import { addReport } from './look/report.ts'
import { addScenarioCommands } from './look/scenario-commands.ts'
import { addStatus } from './look/status.ts'
import { addTail } from './look/tail.ts'
import { addExec } from './run/exec.ts'
import { addInit } from './run/init.ts'
import { addListen } from './run/listen.ts'
import { addStart } from './run/start.ts'
import { addConfig } from './settings/config-command.ts'
import { addClockCommands } from './state/clock-commands.ts'
import { addReplay } from './state/replay.ts'
import { addSnapshotCommands } from './state/snapshot-commands.ts'
import { addUse } from './state/use.ts'
import { addWallet } from './state/wallet.ts'

/** Every command, in the groups that the help shows. */
const groups: Readonly<Record<string, readonly ((program: Command) => void)[]>> = {
  'Run:': [addStart, addExec, addListen, addInit],
  'Act as the customer or the provider:': [addActCommands, addPhoneCommands, addPay],
  'Time and state:': [addClockCommands, addSnapshotCommands, addReplay, addWallet],
  'Look inside:': [addStatus, addTail, addReport, addHealth, addExplain, addConfig],
  'Scenarios:': [addScenarioCommands, addUse],
}

/** The command line as it is typed: commands, their options and their help. */
export function createProgram(): Command {
  const program = new Command('payments-sandbox')
    .description(
      'The test mode of a payments service on your own machine: every scenario on demand, time under your control.',
    )
    .version(packageVersion())
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', '\nExample:\n  $ payments-sandbox start --callback-url http://localhost:3000/webhooks')
  // The help command stands in the group that is open when it is made.
  program.commandsGroup('Look inside:').helpCommand('help [command]', 'Show how a command is written')
  for (const [title, add] of Object.entries(groups)) {
    program.commandsGroup(title)
    for (const addTo of add) addTo(program)
  }
  pointToHelp(program)
  return program
}

/** What is written wrongly ends with the command that shows how it is written. */
function pointToHelp(command: Command, path = command.name()): void {
  command.showHelpAfterError(
    `${path} --help shows ${command.commands.length > 0 ? 'the commands' : 'how it is written'}`,
  )
  for (const child of command.commands) pointToHelp(child, `${path} ${child.name()}`)
}
