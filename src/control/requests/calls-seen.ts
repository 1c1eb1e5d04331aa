import type { ReceivedCall } from '../../contract/received-call.ts'
import type { CallsSeen } from '../../report/finding-rule.ts'
import { withoutLiveKeys } from '../../text.ts'
import { transactionIdIn } from './answered-transaction.ts'
import type { Journal } from './journal.ts'
import { addressWithoutKeys } from './redact.ts'

export function callsSeen(journal: Journal, key: string): CallsSeen {
  const entries = journal.newest(key).toReversed()
  const calls = entries.map(({ call }) => call)
  return {
    refusals: calls.flatMap(({ rule, status }) => rule ?? (status === 429 || status === 503 ? String(status) : [])),
    refused: calls.filter(isRefused).map(refused),
    unanswered: unansweredIn(journal, key),
    open: entries
      .filter(({ call }) => call.method === 'POST')
      .map(({ at, call }) => ({ call: callText(call), until: at, forMs: call.durationMs })),
  }
}

/** The ids of the transactions of create calls whose caller was gone before the reply. */
export function unansweredIn(journal: Journal, key: string): readonly string[] {
  const gone = journal.newest(key).filter(({ call }) => call.fault === 'caller-gone')
  return gone.toReversed().flatMap(({ call }) => transactionIdIn(call.meant) ?? [])
}

/** Statuses of mistakes in the call itself: fields, keys, paths, sizes. */
const ownFaults: readonly (number | null)[] = [400, 401, 404, 413]

/** True for a call that is refused for its own form. A refusal by a business rule depends on what is stored. */
function isRefused({ status, rule }: ReceivedCall): boolean {
  return ownFaults.includes(status) && rule === undefined
}

function refused(call: ReceivedCall): CallsSeen['refused'][number] {
  return { call: callText(call), status: call.status ?? 0, message: messageIn(call.answer ?? '') }
}

/** Says how a POST was refused; null if it was not. */
export function refusalText(call: ReceivedCall): string | null {
  if (call.method !== 'POST' || call.status === null || call.status < 400) return null
  return `the sandbox answered the shop's ${callText(call)} with ${call.status}: ${refused(call).message}`
}

function callText({ method, url }: ReceivedCall): string {
  const [path = ''] = addressWithoutKeys(url).split('?')
  return `${method} ${path}`
}

/** The refusal's messages, all of them if it has several (D6, D8). */
function messageIn(answer: string): string {
  try {
    const said: unknown = JSON.parse(answer)
    const messages = Array.isArray(said) ? said.map(({ message }) => message) : (said as { message: unknown }).message
    return withoutLiveKeys([messages].flat().join('; '))
  } catch {
    return 'an answer that is not JSON'
  }
}
