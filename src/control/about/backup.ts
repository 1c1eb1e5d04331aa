import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { answerObject, requestBody } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'
import { refuseElsewhere } from './backup-place.ts'

const backupText =
  'The file that was written; to use it, put it in an empty folder as sandbox.db and start with --data FOLDER.'
const notAbsolute = 'is not an absolute path on the disk of the server; write for example /backups/sandbox.db'

export const backUp = controlEndpoint({
  route: 'POST /_sandbox/backup',
  anyKey: true,
  summary: 'Copy the whole database to a new file',
  body: requestBody('BackupRequest', {
    file: z
      .string()
      .refine(isAbsolute, { error: notAbsolute })
      .describe(
        "Absolute path on the server's disk, in the folder `backups` of the data folder or in the one of `--backup-to`. A file that exists is refused.",
      ),
  }),
  answer: answerObject('Backup', backupText, { file: z.string(), bytes: z.int().describe('Size of the file.') }),
  refuses: ['conflict'],
  async handle({ body: { file }, store, backupFolder }) {
    refuseElsewhere(file, backupFolder)
    return { body: await store.backup(file) }
  },
})
