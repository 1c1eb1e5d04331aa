import { resolve } from 'node:path'
import type { Command } from 'commander'
import { addClientCommand, type DrivingFlags, printAnswer } from '../client/client-command.ts'
import { printable } from '../terminal/printable.ts'

export function addBackup(program: Command): void {
  addClientCommand(
    program,
    'backup <file>',
    "Copy the database of all businesses to a new file on the sandbox's disk, while it serves",
    'backup /backups/monday.db',
  ).action((file: string, flags: DrivingFlags) =>
    printAnswer(
      flags,
      (client) => client.call('POST /_sandbox/backup', { file: resolve(file) }),
      (written) => `backed up to ${printable(written.file)}, ${Math.ceil(written.bytes / 1024)} KB\n`,
    ),
  )
}
