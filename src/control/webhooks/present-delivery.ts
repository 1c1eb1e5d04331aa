import type { Attempt, Delivery } from '../../domain/delivery.ts'
import type { TransactionRecord } from '../../flows/final-record.ts'
import { iso } from '../iso-time.ts'

/** A webhook with its attempts; `body` is the JSON whose compact form is sent, or the text where it is not JSON. */
export function presentDelivery({ id, transactionId, reference, url, status, body, attempts }: Delivery) {
  return { id, transactionId, reference, url, status, body: recordIn(body), attempts: attempts.map(presentAttempt) }
}

/** The record that was sent, or the text where a scenario sends something else. */
function recordIn(body: string): TransactionRecord | string {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function presentAttempt({ number, at, headers, outcome }: Attempt) {
  // An attempt that the process did not live to finish may have reached the receiver.
  const unfinished = { response: null, error: 'not finished', durationMs: null, sent: true }
  const { response, error, durationMs, sent } = outcome ?? unfinished
  return { number, at: iso(at), sent, headers, response, error, durationMs }
}
