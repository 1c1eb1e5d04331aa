import { Command, CommanderError } from 'commander'
import { packageVersion } from '../package-root.ts'
import { addClockCommands } from './clock-commands.ts'
import { addExec } from './exec.ts'
import { exitCodes, failWith } from './exit.ts'
import { addExplain } from './explain.ts'
import { addInit } from './init.ts'
import { addListen } from './listen.ts'
import { addScenarioCommands } from './scenario-commands.ts'
import { addSnapshotCommands } from './snapshot-commands.ts'
import { addStart } from './start.ts'
import { addTail } from './tail.ts'

/** Runs the command line; sets the process's exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  const program = new Command('payments-sandbox')
    .description(
      'The test mode of a payments service on your own machine: every story on demand, time under your control.',
    )
    .version(packageVersion())
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
  addStart(program)
  addExec(program)
  addListen(program)
  addClockCommands(program)
  addSnapshotCommands(program)
  addScenarioCommands(program)
  addExplain(program)
  addTail(program)
  addInit(program)
  // Whoever reads what is printed, such as `head`, may have read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  try {
    await program.parseAsync(argv)
  } catch (error) {
    if (!(error instanceof CommanderError)) return failWith(error)
    // Commander has printed its own message, or the help that was asked for.
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  }
}
