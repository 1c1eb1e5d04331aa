import { ControlFailure } from '../../control-client.ts'
import { prefix } from '../environment.ts'

/** A failure of the control API with its message and its hint in the words of somebody at a command line; any other error as it is. */
export function inCommands(error: Error): Error {
  if (!(error instanceof ControlFailure)) return error
  const { status, code, message, hint } = error
  return new ControlFailure({ status, code, message: asTyped(message), hint: hints[code] ?? (hint && reworded(hint)) })
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
  senderName: '--sender: ',
}

function asTyped(message: string): string {
  return message.replace(/^(\w+): /, (whole, field) => typed[field] ?? whole)
}

function reworded(hint: string): string {
  return hint
    .replace('the Authorization header chooses the business', '--key chooses the business')
    .replace('GET /_sandbox/scenarios lists them', 'payments-sandbox scenarios list shows all')
    .replace('GET /_sandbox/webhooks lists them', 'payments-sandbox replay REFERENCE finds the one of a transaction')
    .replace(
      'GET /_sandbox/phones/{number} shows what became of it',
      'payments-sandbox explain REFERENCE shows what became of a prompt',
    )
    .replace(/^use fail$/, 'use payments-sandbox fail')
    .replace('PUT /_sandbox/snapshots/{name} takes one', 'payments-sandbox snapshot NAME takes one')
    .replace('DELETE /_sandbox/snapshots/{name} takes', 'payments-sandbox snapshot NAME --delete takes')
}
