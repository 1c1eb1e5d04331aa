import type { Attempt, Delivery } from '../state/transaction.ts'
import { attemptWords } from '../transaction/delivery-words.ts'

/**
 * The newest attempt in words, for a user who sees a webhook for the first time. `signature` is the verdict of the sandbox's
 * own receiver on the signature, or null if the receiver did not judge it.
 */
export function verdictOf({ attempts }: Pick<Delivery, 'attempts'>) {
  const last = attempts.at(-1)
  if (last === undefined) return { title: 'on its way', tone: 'neutral', signature: null } as const
  const { title, tone } = attemptWords(last)
  return { title: last.number === 1 ? title : `attempt ${last.number}: ${title}`, tone, signature: signatureOf(last) }
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
