import { businessRules, type RefusalName, refusalNames } from '../../catalogue/business-rules.ts'
import { failureStatuses } from '../../domain/rejection.ts'
import { flowHas } from '../../domain/transaction.ts'
import type { WrittenScenario } from '../../scenarios/language/file.ts'
import { isAccepted, isFault, objectIn, textAt } from '../read/bodies.ts'
import { roundedDuration } from '../read/near-times.ts'
import type { RecordedCall } from '../read/service-calls.ts'
import type { RecordedTransaction } from '../read/transactions.ts'

/** How a create call was answered. */
export interface ReplyOfCall {
  /** What the scenario is named after, if nothing was stored. */
  readonly name: string
  readonly respond: NonNullable<WrittenScenario['respond']>
  readonly notes: readonly string[]
}

/** A quicker answer is no delay: the network takes that long. */
const shortestDelayMs = 1000
/** The longest delay that the language has, and after which `hang` breaks the connection. */
const longestDelayMs = 60_000

/** Returns null for a call that is refused by what it asks, such as a wrong body: it is refused here too. */
export function replyOf(call: RecordedCall, transaction: RecordedTransaction | null): ReplyOfCall | null {
  const { entry } = call
  const { status, tookMs } = entry
  const delay = tookMs < shortestDelayMs ? {} : { delay: roundedDuration(Math.min(tookMs, longestDelayMs)) }
  if (transaction === null) return refusalOf(call, delay)
  if (isAccepted(entry)) {
    const { record, flow } = transaction
    if (record === null) return stored({ fault: 'malformed-json', ...delay })
    const shown = textAt(record, 'status')
    const isOpen = shown !== 'PENDING' && shown !== 'COMPLETED'
    return stored(isOpen || !flowHas(flow, 'prompt') ? delay : { status: shown, ...delay })
  }
  if (status === 0 && tookMs >= shortestDelayMs) {
    return stored({ fault: 'hang', ...(tookMs >= longestDelayMs ? {} : delay) })
  }
  const says = `it was stored and answered ${status}; a scenario can only break the connection`
  return stored({ fault: 'drop-after-commit' }, status === 0 ? [] : [says])
}

function stored(respond: ReplyOfCall['respond'], notes: readonly string[] = []): ReplyOfCall {
  return { name: '', respond, notes }
}

/** Nothing was stored, or nothing shows that it was. */
function refusalOf({ entry }: RecordedCall, delay: { readonly delay?: string }): ReplyOfCall | null {
  const { status, response } = entry
  if (status === 0) {
    const says = 'nothing shows whether it was stored: if it was, write drop-after-commit'
    return { name: 'no-answer', respond: { fault: 'drop-before-commit' }, notes: [says] }
  }
  if (isFault(entry)) {
    const httpStatus = failureStatuses.find((each) => each === status) ?? 503
    const says = `it was answered ${status}; a scenario can answer ${failureStatuses.join(', ')}`
    return { name: `http-${status}`, respond: { httpStatus, ...delay }, notes: httpStatus === status ? [] : [says] }
  }
  const body = objectIn(response)
  const error =
    body !== null && 'provider_hook_response' in body ? 'provider_downtime' : ruleOf(textAt(body, 'message'))
  return error === null ? null : { name: error.replaceAll('_', '-'), respond: { error, ...delay }, notes: [] }
}

/** The call itself is why these refuse it. */
const byTheCall: readonly RefusalName[] = ['duplicate_reference', 'one_recipient_only', 'currency_must_be_ngn']

function ruleOf(message: string | null): RefusalName | null {
  if (message === null) return null
  const isSaid = (text: string) => {
    const [start = '', end = ''] = text.split(/\{\w+\}/)
    return message.length >= start.length + end.length && message.startsWith(start) && message.endsWith(end)
  }
  const found = refusalNames.find((name) => {
    const { text } = businessRules[name]
    return text.includes('{') ? isSaid(text) : message === text
  })
  return found === undefined || byTheCall.includes(found) ? null : found
}
