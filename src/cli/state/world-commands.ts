import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Command } from 'commander'
import { claiming } from '../../claimed-file.ts'
import type { AnswerOf } from '../../control/routes.ts'
import { slotOf } from '../../domain/slots.ts'
import { codeOf } from '../../error-code.ts'
import { counted } from '../../text.ts'
import { errorWords } from '../../words/errors.ts'
import { keyOfWorld } from '../../world-file/file.ts'
import { UnusableWorld } from '../../world-file/unusable.ts'
import { addClientCommand, onBusiness, print, printAnswer, warnIfEmpty } from '../client/client-command.ts'
import { type ClientFlags, clientOf, keyOf } from '../client/client-options.ts'
import { nextCommand } from '../client/next-command.ts'
import { UsageError } from '../exit.ts'
import { exampleText } from '../text/example-text.ts'

interface SealFlags extends ClientFlags {
  readonly slots?: string
}

export function addWorldCommands(program: Command): void {
  addClientCommand(program, 'export <file>', 'export friday.world.gz')
    .description('Write a business into a file: state, wallets, webhooks, pending work and clock. - is standard output')
    .option('--secrets', 'with the webhook secret of its settings')
    .action(exportWorld)
  addClientCommand(program, 'import <file>', 'import friday.world.gz')
    .description('Import a business from an exported file, under its own key or under --key. - is standard input')
    .option('--replace', 'delete what the key holds now')
    .option(
      '--run',
      'let its clock go on as it was; without it the clock stands, and no webhook goes out until it is moved',
    )
    .action(importWorld)
  addClientCommand(program, 'seal', 'seal --slots 0-99')
    .description('Stop a business to move it: calls of the service get 503 with Retry-After, and its work waits')
    .option('--slots <list>', 'every key of these slots, used or not, in place of one business')
    .action(({ slots, ...flags }: SealFlags) =>
      printAnswer(flags, ({ call }) => call('POST /_sandbox/seal', { slots }), sealText),
    )
  addClientCommand(program, 'unseal', 'unseal --key test_shop')
    .description('Let a sealed business go on')
    .option('--slots <list>', 'the keys of these slots, in place of one business')
    .action(({ slots, ...flags }: SealFlags) =>
      printAnswer(flags, ({ call }) => call('POST /_sandbox/unseal', { slots }), sealText),
    )
  program
    .command('slot <key>')
    .description('Print the slot of a key: crc32(key) mod 1024')
    .option('--json', 'print JSON')
    .addHelpText('after', exampleText('slot test_ama'))
    .action((given: string, flags: { readonly json?: boolean }) => {
      const key = keyOf({ key: given })
      print({ key, slot: slotOf(key) }, flags, ({ slot }) => `${slot}\n`)
    })
  addClientCommand(program, 'backup <file>', 'backup /backups/monday.db')
    .description("Copy the database of all businesses to a new file on the sandbox's disk, while it serves")
    .action(async (given: string, flags: ClientFlags) => {
      const file = resolve(given)
      const written = await claiming(file, () => clientOf(flags).call('POST /_sandbox/backup', { file }))
      print(written, flags, ({ file, bytes }) => `backed up to ${file}, ${kilobytes(bytes)}\n`)
    })
}

async function exportWorld(
  file: string,
  { secrets = false, ...flags }: ClientFlags & { readonly secrets?: boolean },
): Promise<void> {
  const bytes = await onBusiness(flags, async ({ open }) => buffer(await open(`/_sandbox/export?secrets=${secrets}`)))
  if (file === '-') return void process.stdout.write(bytes)
  try {
    writeFileSync(file, bytes, { flag: 'wx' })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') throw new UsageError(`${file} exists: name another file, or delete it`)
    throw new UsageError(`Cannot write ${file} (${code}): name a file elsewhere`)
  }
  const written = { file, key: keyOf(flags), bytes: bytes.length }
  print(written, flags, ({ key, file }) => `exported ${key} to ${file}, ${kilobytes(bytes.length)}\n`)
  await warnIfEmpty(flags)
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KB`
}

async function importWorld(
  file: string,
  { replace = false, run = false, ...flags }: ClientFlags & { readonly replace?: boolean; readonly run?: boolean },
): Promise<void> {
  const bytes = await bytesOf(file)
  const key = flags.key ?? (await keyIn(bytes, file))
  const upload = (client: ReturnType<typeof clientOf>) =>
    client.upload('POST /_sandbox/import', `/_sandbox/import?replace=${replace}&run=${run}`, bytes)
  print(await onBusiness({ ...flags, key }, upload), flags, (imported) => importedText(imported, flags, run))
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
    if (!(error instanceof UnusableWorld)) throw error
    const { message, hint } = errorWords(error.facts, (action) => nextCommand({}, action))
    throw new UsageError(`${file}: ${message}`, hint)
  }
}

type Imported = AnswerOf<'POST /_sandbox/import'>

function importedText(imported: Imported, flags: ClientFlags, runs: boolean): string {
  const { key, transactions, webhooks, pendingJobs, clock, note } = imported
  const contents = [
    counted(transactions, 'transaction'),
    counted(webhooks, 'webhook'),
    counted(pendingJobs, 'pending job'),
  ]
  const begun = `imported ${key}: ${contents.join(', ')}, clock at ${clock.now}\n`
  return `${begun}${note === null ? '' : `${note}\n`}${runs ? '' : standingText(imported, flags)}`
}

/** What its pending work will do once it is let go. */
function standingText({ key, pendingJobs, hosts }: Imported, flags: ClientFlags): string {
  if (pendingJobs === 0) return ''
  const goesTo = hosts.length === 0 ? '' : `; its webhooks then go to ${hosts.join(', ')}`
  return `its clock stands: ${nextCommand({ ...flags, key }, { do: 'resume' })} starts it${goesTo}\n`
}

function sealText({ key, sealed, slots, keys }: AnswerOf<'POST /_sandbox/seal'>): string {
  const sealedSlots = `sealed slots: ${slots ?? 'none'}\n`
  if (keys === undefined) return `${key} is ${sealed ? 'sealed' : 'open'}; ${sealedSlots}`
  return `${sealedSlots}businesses in the slots named: ${keys.join(', ') || 'none'}\n`
}
