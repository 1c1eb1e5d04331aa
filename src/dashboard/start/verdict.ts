import type { Attempt, Delivery } from '../state/transaction.ts'

/** What came of a webhook, for somebody who sees the first of their life. */
export interface Verdict {
  readonly title: string
  readonly tone: 'good' | 'bad' | 'neutral'
  /** Whether the signature was right, in words; null where the receiver did not say. */
  readonly signature: string | null
}

/** The newest attempt of a webhook in words, with what the sandbox's own receiver said of its signature. */
export function verdictOf({ attempts, status }: Pick<Delivery, 'attempts' | 'status'>): Verdict {
  const last = attempts.at(-1)
  if (last === undefined) return { title: 'on its way', tone: 'neutral', signature: null }
  const answered = last.response === null ? (last.error ?? 'no answer') : `answered ${last.response.status}`
  const title = attempts.length === 1 ? answered : `attempt ${last.number}: ${answered}`
  const tone = status === 'delivered' ? 'good' : status === 'exhausted' ? 'bad' : 'neutral'
  return { title, tone, signature: signatureOf(last) }
}

const words: ReadonlyMap<unknown, string> = new Map([
  ['right', 'signature right'],
  ['wrong', 'signature wrong'],
  ['missing', 'no signature'],
])

/** Another receiver may answer anything. */
function signatureOf({ response }: Attempt): string | null {
  try {
    const answer: unknown = JSON.parse(response?.body ?? '')
    if (typeof answer !== 'object' || answer === null || !('signature' in answer)) return null
    return words.get(answer.signature) ?? null
  } catch {
    return null
  }
}
