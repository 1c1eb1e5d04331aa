import { ControlFailure } from '../../control-client/failure.ts'
import { errorWords, isKnown } from '../../words/errors.ts'
import { type Next, readerHere } from './next-command.ts'

/** Words what the API says for a command line, or for a tool, whose arguments have the API's names. */
export function inCommands(error: Error, next: Next, reader = readerHere()): Error {
  if (!(error instanceof ControlFailure)) return error
  if (!isKnown(error.facts)) return error
  return error.reworded(errorWords(error.facts, next, reader === 'agent' ? undefined : fieldName))
}

/** A field of a body as a command line has it: an argument that needs no name, or an option. */
function fieldName(field: string): string {
  return typed[field] ?? `${field}: `
}

const typed: Readonly<Record<string, string>> = {
  by: '',
  result: '',
  limit: '--limit: ',
  olderThan: '--older-than: ',
  wait: '--wait: ',
  since: '--since: ',
  rate: '--rate: ',
  times: '--times: ',
  transactionId: '--transaction: ',
  after: '--after: ',
  url: '--callback-url: ',
  senderName: '--sender: ',
}
