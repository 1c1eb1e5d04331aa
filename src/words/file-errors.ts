import type { Advice } from '../domain/action.ts'
import type { BrokenFiles, ErrorFacts } from '../domain/error-facts.ts'
import { counted } from '../text.ts'
import type { Words } from './actions.ts'

/** What is wrong with a file of the user, and how to go on. */

export function notSaved(fault: ErrorFacts<'not-saved'>): Words {
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

export function notBackedUp(fault: ErrorFacts<'not-backed-up'>): Words {
  switch (fault.is) {
    case 'under-way':
      return ['Another backup is under way', 'wait until it has ended']
    case 'odd-name':
      return ['The name of the backup has half a surrogate pair or a NUL character', 'name another file']
    case 'exists':
      return [`${fault.file} exists already, and a backup overwrites nothing`, 'name a file that does not exist']
    case 'own-name':
      return [`${fault.file} is a name of the database itself`, 'name a file elsewhere']
    case 'no-folder':
      return [`There is no folder ${fault.folder} for the backup`, 'make it first']
    case 'unwritable':
      return [`Cannot write the backup ${fault.file}: ${fault.error}`, 'name a file elsewhere']
  }
}

export const worldMends: Readonly<Record<ErrorFacts<'unusable-world'>['mend'], Advice>> = {
  'export-again': 'export the world again',
  'name-another': ['name a file that ', { do: 'export' }, ' wrote'],
  prune: 'prune it before you export it',
  update: 'update the package that imports it',
}

export function brokenFilesText({ file, line, column, message, more }: BrokenFiles): string {
  const others = more === 0 ? '' : ` (and ${counted(more, 'more problem')})`
  return `${file}:${line}:${column} ${message}${others}; until it is right, the last good version of the files plays`
}
