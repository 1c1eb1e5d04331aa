import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { AnswerOf } from '../../control/routes.ts'
import { codeOf } from '../../error-code.ts'
import { counted } from '../../text.ts'
import { keyOfWorld } from '../../world-file/file.ts'
import { UnusableWorld } from '../../world-file/unusable.ts'
import { addClientCommand, type DrivingFlags, onBusiness, print, warnIfEmpty } from '../client/client-command.ts'
import { keyOf } from '../client/client-options.ts'
import { UsageError } from '../exit.ts'
import { printable } from '../terminal/printable.ts'

interface ExportFlags extends DrivingFlags {
  readonly secrets?: boolean
}

interface ImportFlags extends DrivingFlags {
  readonly replace?: boolean
}

export function addWorldCommands(program: Command): void {
  addClientCommand(
    program,
    'export <file>',
    'Write a business into a file: state, wallets, webhooks, pending work and clock. - is standard output',
    'export friday.world.gz',
  )
    .option('--secrets', 'with the webhook secret of its settings')
    .action(exportWorld)
  addClientCommand(
    program,
    'import <file>',
    'Make the business of such a file, under its own key or that of --key. - is standard input',
    'import friday.world.gz',
  )
    .option('--replace', 'delete what the key holds now')
    .action(importWorld)
}

async function exportWorld(file: string, { secrets = false, ...flags }: ExportFlags): Promise<void> {
  const bytes = await onBusiness(flags, async ({ open }) => buffer(await open(`/_sandbox/export?secrets=${secrets}`)))
  if (file === '-') return void process.stdout.write(bytes)
  try {
    writeFileSync(file, bytes, { flag: 'wx' })
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST'
    throw new UsageError(
      isThere
        ? `${file} exists: name another file, or delete it`
        : `Cannot write ${file} (${codeOf(error)}): name a file elsewhere`,
    )
  }
  const written = { file, key: keyOf(flags), bytes: bytes.length }
  print(written, flags, ({ key }) => `exported ${key} to ${printable(file)}, ${Math.ceil(bytes.length / 1024)} KB\n`)
  await warnIfEmpty(flags)
}

async function importWorld(file: string, { replace = false, ...flags }: ImportFlags): Promise<void> {
  const bytes = await bytesOf(file)
  const key = flags.key ?? (await keyIn(bytes, file))
  const imported = await onBusiness({ ...flags, key }, ({ upload }) =>
    upload('POST /_sandbox/import', `/_sandbox/import?replace=${replace}`, bytes),
  )
  print(imported, flags, importedText)
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return file === '-' ? await buffer(process.stdin) : await readFile(file)
  } catch (error) {
    throw new UsageError(`Cannot read ${file} (${codeOf(error)}): name a file that \`payments-sandbox export\` wrote`)
  }
}

async function keyIn(bytes: Buffer, file: string): Promise<string> {
  try {
    return await keyOfWorld(bytes)
  } catch (error) {
    throw error instanceof UnusableWorld ? new UsageError(`${file}: ${error.message}; ${error.hint}`) : error
  }
}

function importedText({
  key,
  transactions,
  webhooks,
  pendingJobs,
  clock,
  note,
}: AnswerOf<'POST /_sandbox/import'>): string {
  const held = [counted(transactions, 'transaction'), counted(webhooks, 'webhook'), counted(pendingJobs, 'pending job')]
  return `imported ${key}: ${held.join(', ')}, clock at ${clock.now}\n${note === null ? '' : `${note}\n`}`
}
