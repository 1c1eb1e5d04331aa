import { isObject } from '../../contract/field.ts'
import { iso } from '../view-parts.ts'
import { type ShownBody, shownBytes, shownText } from './body-excerpt.ts'
import { addressWithoutKeys, headersWithoutKeys, withoutLiveKeys } from './redact.ts'
import type { JournalEntry } from './tuned-kept-call.ts'

/** A call in the journal as the control API shows it, without keys. */
export function presentRequest({ number, at, call }: JournalEntry) {
  const { method, url, rawHeaders, body, status, hint, scenario, fault, durationMs } = call
  const headers = headersWithoutKeys(rawHeaders)
  const sent = shownBytes(body.start, Math.max(body.bytes, Number(headers['content-length'] ?? 0) || 0))
  const answer = shownText(call.answer, call.answerLength)
  return {
    number,
    at: iso(at),
    method,
    path: addressWithoutKeys(url),
    headers,
    body: sent.body,
    ...bodyText(body.start, sent),
    bodyProblem: sent.problem,
    status,
    answer: answer.body,
    answerProblem: answer.problem,
    hint: hint === undefined ? null : withoutLiveKeys(hint),
    scenario: scenario ?? null,
    fault,
    durationMs: Math.round(durationMs),
    ...namesIn(call.meant ?? answer.body, sent.body),
  }
}

/** The text of a JSON body that is not as we write JSON; never one in which a live key could hide. */
function bodyText(start: Buffer | null, { body, problem }: ShownBody): { readonly bodyText?: string } {
  if (start === null || body === null || problem !== null) return {}
  const text = start.toString('utf8')
  const isPlain = !text.includes('\\u') && withoutLiveKeys(text) === text
  return isPlain && text !== JSON.stringify(body) ? { bodyText: text } : {}
}

/** The id of the transaction that an answer shows; null if it shows none. */
export function transactionIdIn(answer: unknown): string | null {
  const record = recordIn(answer)
  return textAt(record, 'reference_business') === null ? null : textAt(record, 'id')
}

/** A payout answers a list of one record. */
function recordIn(answer: unknown): unknown {
  return Array.isArray(answer) ? answer[0] : answer
}

/** What the call was about: as the answer names it, else the reference that was sent. */
function namesIn(answer: unknown, sent: unknown) {
  const reference = textAt(recordIn(answer), 'reference_business') ?? textAt(sent, 'reference')
  return {
    transactionId: transactionIdIn(answer),
    reference: reference === null ? null : withoutLiveKeys(reference),
  }
}

function textAt(value: unknown, name: string): string | null {
  const found = isObject(value) ? value[name] : undefined
  return typeof found === 'string' ? found : null
}
