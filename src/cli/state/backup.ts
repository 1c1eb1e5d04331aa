import { resolve } from 'node:path'
import type { Command } from 'commander'
import { addClientCommand, type DrivingFlags, print } from '../client/client-command.ts'
import { clientOf } from '../client/client-options.ts'
import { printable } from '../terminal/printable.ts'

export function addBackup(program: Command): void {
  addClientCommand(
    program,
    'backup <file>',
    "Copy the database of all businesses to a new file on the sandbox's disk, while it serves",
    'backup /backups/monday.db',
  ).action(async (file: string, flags: DrivingFlags) => {
    const written = await clientOf(flags).call('POST /_sandbox/backup', { file: resolve(file) })
    print(written, flags, ({ file, bytes }) => `backed up to ${printable(file)}, ${Math.ceil(bytes / 1024)} KB\n`)
  })
}
