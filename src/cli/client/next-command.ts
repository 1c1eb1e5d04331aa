import { ControlFailure } from '../../control-client/failure.ts'
import { shellWord } from '../../text.ts'
import { prefix } from '../environment.ts'

/** The options of a command that the next command needs to reach the same sandbox, business and files. Variables hold for both. */
interface SharedFlags {
  readonly url?: string
  readonly key?: string
  readonly token?: string
  readonly scenarios?: readonly string[]
}

export type Next = (...words: readonly string[]) => string

/** A command to type next, such as `payments-sandbox explain order-1 --key test_shop`: pasted into a shell it works. */
export function nextCommand({ url, key, token, scenarios }: SharedFlags, words: readonly string[]): string {
  const shared = Object.entries({ url, key, token, scenarios }).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [`--${name}`, one]),
  )
  return ['payments-sandbox', ...words, ...shared].map(shellWord).join(' ')
}

export function inCommands(error: Error, next: Next): Error {
  if (!(error instanceof ControlFailure)) return error
  const { code, hint } = error
  const message = error.message.replace(/^(\w+): /, (whole, field) => typed[field] ?? whole)
  if (code !== 'token_required') return error.reworded({ message, hint: hint && reworded(hint, next) })
  const how = `give it with --token SECRET or in ${prefix}TOKEN: the same that the sandbox was started with`
  return error.reworded({ message, hint: how })
}

/** Fields of a body as a command line has them: an argument that needs no name, or an option. */
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
