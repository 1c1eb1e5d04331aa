import { CommanderError } from 'commander'
import { exitCodes, failWith } from './exit.ts'
import { createProgram } from './program.ts'

/** Runs the command line; sets the process's exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  // Whoever reads what is printed, such as `head`, may have read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    // A full disk behind a redirection, such as `> /dev/full`: what is missing there must not look complete.
    process.stderr.write(`What is printed cannot be written: ${error.message}\n`)
    process.exit(exitCodes.internal)
  })
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    if (!(error instanceof CommanderError)) return failWith(error)
    // Commander has printed its own message, or the help that was asked for.
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  }
}
