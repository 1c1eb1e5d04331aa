import { meantInstead } from '../../domain/did-you-mean.ts'
import type { FactsBelow } from '../../domain/refused.ts'
import type { Advice } from '../actions.ts'
import { row, type Texts, type Words } from './row.ts'

/** The errors about a file: of a user, or of this package. */
export const ofFiles = {
  'no-page': row('not_found', ({ page, pages }: Texts<'page'> & { readonly pages: readonly string[] }) => [
    `There is no page ${page}`,
    meantInstead(page, pages),
  ]),
  'no-file': row('not_found', ({ of, file }: Texts<'of' | 'file'>) => [
    `The ${of} has no file ${file}`,
    'in a clone of the repository: npm run build',
  ]),
  'shipped-name': row('conflict', ({ name }: FactsBelow<'shipped-name'>) => [
    `The scenario ${name} is shipped with the sandbox`,
    'give the one of the draft another name',
  ]),
  'not-saved': row('conflict', notSaved),
  'not-backed-up': row('conflict', notBackedUp),
  'unusable-world': row('invalid', ({ line, problem, mend }: FactsBelow<'unusable-world'>) => [
    line === null ? problem : `line ${line}: ${problem}`,
    worldMends[mend],
  ]),
}

function notSaved(fault: FactsBelow<'not-saved'>): Words {
  switch (fault.is) {
    case 'no-folder':
      return ['This sandbox reads no folder of scenarios', 'start it with --scenarios DIR']
    case 'exists':
      return [`${fault.path} exists`, 'choose another name, or replace it']
    case 'no-file':
      return [`${fault.path} is a ${fault.kind}`, 'choose another name']
    case 'unwritable':
      return [`Cannot write ${fault.path}: ${fault.code}`, 'let the sandbox write to this folder']
  }
}

function notBackedUp(fault: FactsBelow<'not-backed-up'>): Words {
  switch (fault.is) {
    case 'under-way':
      return ['Another backup is under way', 'wait until it has ended']
    case 'odd-name':
      return ['The name of the backup has half a surrogate pair or a NUL character', 'name another file']
    case 'exists':
      return [`${fault.file} exists already, and a backup overwrites nothing`, 'name a file that does not exist']
    case 'own-name':
      return [`${fault.file} is a name of the database itself`, 'name a file elsewhere']
    case 'elsewhere':
      if (fault.folder === null) {
        return ['A sandbox in memory has no folder for backups', 'start it with --backup-to FOLDER']
      }
      return [
        `Backups are written to ${fault.folder}, not to ${fault.file}`,
        'start with --backup-to to name another folder',
      ]
    case 'unwritable':
      return [`Cannot write the backup ${fault.file}: ${fault.error}`, 'name a file elsewhere']
  }
}

const worldMends: Readonly<Record<FactsBelow<'unusable-world'>['mend'], Advice>> = {
  'export-again': 'export the world again',
  'name-another': ['name a file that ', { do: 'export' }, ' wrote'],
  prune: 'prune it before you export it',
  update: 'update the package that imports it',
}
