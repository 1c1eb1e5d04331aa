import { exitCodes, failWith, printJsonError } from './exit.ts'
import { createProgram } from './program.ts'

export async function run(argv: readonly string[]): Promise<void> {
  const json = wantsJson(argv)
  // A program that reads the output, such as `head`, may have read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    // A full disk behind a redirection, such as `> /dev/full`: what is missing there must not look complete.
    const text = `The output cannot be written: ${error.message}`
    if (json) printJsonError(text, 'output')
    else process.stderr.write(`${text}\n`)
    process.exit(exitCodes.internal)
  })
  // Stderr may have no reader (`2>&1 | grep -m1 ready`): a sandbox serves on, and a command ends with its own code.
  process.stderr.on('error', () => {})
  await runCommand(argv)
}

export async function runCommand(argv: readonly string[]): Promise<void> {
  const json = wantsJson(argv)
  const program = await createProgram(argv[2], { json })
  await program.parseAsync(argv).catch((error: unknown) => failWith(error, json))
}

const jsonOptions: readonly string[] = ['--json', '-ojson', '-o=json', '--output=json']

/** True if --json or `-o json` is an option of the command itself, not of a command that it runs. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const own = argv.slice(0, end === -1 ? undefined : end)
  const isOutput = (word = '') => word === '-o' || word === '--output'
  return own.some((word, index) => jsonOptions.includes(word) || (word === 'json' && isOutput(own[index - 1])))
}
