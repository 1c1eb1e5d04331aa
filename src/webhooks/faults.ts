import type { Outcome, Sent } from '../domain/delivery.ts'
import { formatDuration } from '../domain/duration.ts'
import type { JsonObject } from '../domain/json.ts'
import { type BodyFault, type PretendedAnswer, perAttempt, type SignatureFault } from '../domain/webhook-faults.ts'
import { signatureHeaders, type ToSign } from './sign.ts'

/** Spoils the compact JSON of a webhook. The result is frozen and signed as it is sent. */
export const spoilBody: Readonly<Record<BodyFault, (body: string) => string>> = {
  exact: (body) => body,
  truncated: (body) => body.slice(0, Math.floor(body.length / 2)),
  'not-json': () => '<html><body><h1>502 Bad Gateway</h1></body></html>',
  'other-amount': (body) => rewritten(body, ({ amount }) => ({ amount: otherAmount(amount) })),
  'extra-fields': (body) => rewritten(body, () => ({ x_extra: 'text', x_nested: { list: [1, null, true] } })),
}

export const spoilSignature: Readonly<Record<SignatureFault, (toSign: ToSign) => Record<string, string>>> = {
  valid: signatureHeaders,
  missing: () => ({}),
  corrupt: (toSign) => corrupted(signatureHeaders(toSign)),
  'wrong-key': (toSign) => signatureHeaders({ ...toSign, secret: `${toSign.secret}-wrong` }),
}

/** Returns the simulated outcome of an attempt, or null if the attempt is sent. */
export function pretended(answers: readonly PretendedAnswer[], attempt: number, timeoutMs: number): Sent | null {
  const answer = perAttempt(answers, attempt - 1, 'real')
  if (answer === 'real' || answer === 'lost-ack') return null
  const unsent = { headers: {}, outcome: { error: null, durationMs: 0, sent: false } }
  if (typeof answer === 'number')
    return { ...unsent, outcome: { ...unsent.outcome, response: { status: answer, body: '' } } }
  const [reason, error] =
    answer === 'timeout'
      ? (['timed-out', `timed out after ${formatDuration(timeoutMs)}`] as const)
      : (['lost', 'the connection was reset before an answer'] as const)
  const noAnswer = { response: null, reason, error: `${error} (pretended by the scenario)` }
  return { ...unsent, outcome: { ...unsent.outcome, ...noAnswer } }
}

/** The recorded outcome of an attempt whose answer the scenario throws away. */
export function afterLoss(answers: readonly PretendedAnswer[], attempt: number, outcome: Outcome): Outcome {
  if (perAttempt(answers, attempt - 1, 'real') !== 'lost-ack' || outcome.response === null) return outcome
  const { status } = outcome.response
  // What the answer asked for is lost with it.
  const { retryAfterMs: _, ...lost } = outcome
  return {
    ...lost,
    response: null,
    lostStatus: status,
    reason: 'lost',
    error: `the answer (${status}) was lost (pretended by the scenario)`,
  }
}

function rewritten(body: string, change: (record: JsonObject) => JsonObject): string {
  const record: JsonObject = JSON.parse(body)
  return JSON.stringify({ ...record, ...change(record) })
}

/** Returns ten times the amount, in the same form. */
function otherAmount(amount: JsonObject[string] | undefined): number | string {
  // Rounded to what the finest currency has: binary fractions would leave dust.
  const other = Math.round(Number(amount) * 10_000_000) / 1_000_000
  return typeof amount === 'string' ? String(other) : other
}

/** Changes the first hex digit. */
function corrupted(headers: Record<string, string>): Record<string, string> {
  const spoiled = Object.entries(headers).map(([name, hex]) => [
    name,
    `${hex.startsWith('a') ? 'b' : 'a'}${hex.slice(1)}`,
  ])
  return Object.fromEntries(spoiled)
}
