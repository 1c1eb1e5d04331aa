import { ControlFailure } from '../../control-client/failure.ts'
import { prefix } from '../environment.ts'
import type { Next } from './next-command.ts'

/** A failure of the control API, with a hint that names commands instead of endpoints; any other error as it is. */
export function inCommands(error: Error, next: Next): Error {
  if (!(error instanceof ControlFailure)) return error
  const { code, message, hint } = error
  return error.reworded({ message: asTyped(message), hint: hints[code] ?? (hint && reworded(hint, next)) })
}

const hints: Readonly<Record<string, string>> = {
  token_required: `give it with --token SECRET or in ${prefix}TOKEN: the same that the sandbox was started with`,
}

/** Fields of a body as they stand on a command line: an argument that says itself what it is, or an option. */
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

function asTyped(message: string): string {
  return message.replace(/^(\w+): /, (whole, field) => typed[field] ?? whole)
}

/** What the control API calls by its routes, by the commands that do it. */
function reworded(hint: string, next: Next): string {
  return hint
    .replace('the Authorization header chooses the business', '--key chooses the business')
    .replace('GET /_sandbox/scenarios lists them', 'payments-sandbox scenarios list shows all')
    .replace('GET /_sandbox/webhooks lists them', `${next('webhooks')} lists them`)
    .replace(
      'GET /_sandbox/phones/{number} shows what became of it',
      `${next('explain', 'REFERENCE')} shows what became of a prompt`,
    )
    .replace(/^use fail$/, `use ${next('fail', 'REFERENCE', 'RESULT')}`)
    .replace('PUT /_sandbox/snapshots/{name} takes one', `${next('snapshot', 'NAME')} takes one`)
    .replace('DELETE /_sandbox/snapshots/{name} takes', `${next('snapshot', 'NAME', '--delete')} takes`)
}
