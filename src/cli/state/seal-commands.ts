import type { Command } from 'commander'
import type { AnswerOf } from '../../control/routes.ts'
import { slotOf } from '../../domain/slots.ts'
import { addClientCommand, type DrivingFlags, print, printAnswer } from '../client/client-command.ts'
import { keyOf } from '../client/client-options.ts'

interface SealFlags extends DrivingFlags {
  readonly slots?: string
}

export function addSealCommands(program: Command): void {
  addClientCommand(
    program,
    'seal',
    'Stop a business to move it: calls of the service get 503 with Retry-After, and its work waits',
    'seal --slots 0-99',
  )
    .option('--slots <list>', 'every key of these slots, used or not, in place of one business')
    .action(({ slots, ...flags }: SealFlags) =>
      printAnswer(flags, (client) => client.call('POST /_sandbox/seal', { slots }), sealText),
    )
  addClientCommand(program, 'unseal', 'Let a sealed business go on', 'unseal --key test_shop')
    .option('--slots <list>', 'the keys of these slots, in place of one business')
    .action(({ slots, ...flags }: SealFlags) =>
      printAnswer(flags, (client) => client.call('POST /_sandbox/unseal', { slots }), sealText),
    )
}

/** `payments-sandbox slot`: which process of a shared sandbox serves a key. */
export function addSlot(program: Command): void {
  program
    .command('slot <key>')
    .description('Print the slot of a key: crc32(key) mod 1024')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox slot test_ama')
    .action((key: string, { json }: { readonly json?: boolean }) => {
      const answer = { key: keyOf({ key }), slot: slotOf(keyOf({ key })) }
      print(answer, { json: json ?? false }, ({ slot }) => `${slot}\n`)
    })
}

function sealText({ key, sealed, slots, keys }: AnswerOf<'POST /_sandbox/seal'>): string {
  const sealedSlots = `sealed slots: ${slots ?? 'none'}\n`
  if (keys === undefined) return `${key} is ${sealed ? 'sealed' : 'open'}; ${sealedSlots}`
  return `${sealedSlots}businesses in the slots named: ${keys.join(', ') || 'none'}\n`
}
