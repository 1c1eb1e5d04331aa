import type { Tone } from '../parts/words.ts'
import type { Attempt, Delivery } from '../state/transaction.ts'

/** The result of a webhook, for a user who sees a webhook for the first time. */
export interface Verdict {
  readonly title: string
  readonly tone: Tone
  /** Null if the receiver did not judge the signature. */
  readonly signature: string | null
}

/** The newest attempt in words, with the verdict of the sandbox's own receiver on the signature. */
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

/** Another receiver may answer anything, so this returns null for an unknown answer. */
function signatureOf({ response }: Attempt): string | null {
  try {
    const answer: unknown = JSON.parse(response?.body ?? '')
    if (typeof answer !== 'object' || answer === null || !('signature' in answer)) return null
    return words.get(answer.signature) ?? null
  } catch {
    return null
  }
}
