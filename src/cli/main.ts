import { exitCodes, failWith } from './exit.ts'
import { createProgram } from './program.ts'

export async function run(argv: readonly string[]): Promise<void> {
  // A program that reads the output, such as `head`, may have read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    // A full disk behind a redirection, such as `> /dev/full`: what is missing there must not look complete.
    process.stderr.write(`The output cannot be written: ${error.message}\n`)
    process.exit(exitCodes.internal)
  })
  // Stderr may have no reader (`2>&1 | grep -m1 ready`): a sandbox serves on, and a command ends with its own code.
  process.stderr.on('error', () => {})
  const program = await createProgram(argv[2])
  await program.parseAsync(argv).catch(failWith)
}
