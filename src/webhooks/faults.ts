import type { Outcome, Sent } from '../domain/delivery.ts'
import { formatDuration } from '../domain/duration.ts'
import { type PretendedAnswer, perAttempt, type SignatureFault } from '../domain/webhook-faults.ts'
import { signatureHeaders, type ToSign } from './sign.ts'

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

/** Changes the first hex digit. */
function corrupted(headers: Record<string, string>): Record<string, string> {
  const spoiled = Object.entries(headers).map(([name, hex]) => [
    name,
    `${hex.startsWith('a') ? 'b' : 'a'}${hex.slice(1)}`,
  ])
  return Object.fromEntries(spoiled)
}
