import type { RefusedCall } from '../../report/finding-rule.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { addressWithoutKeys, withoutLiveKeys } from './redact.ts'

/** What a caller did wrong by itself: fields, keys, paths, sizes. */
const ownFaults: readonly (number | null)[] = [400, 401, 404, 413]

/** The calls of a business that were refused for what they are, oldest first; no scenario had a say in it. */
export function refusedCalls(journal: Journal, key: string): readonly RefusedCall[] {
  return journal
    .newest(key)
    .toReversed()
    .flatMap(({ call }: JournalEntry) => {
      if (!ownFaults.includes(call.status) || call.scenario !== undefined) return []
      const [path = ''] = addressWithoutKeys(call.url).split('?')
      return [{ call: `${call.method} ${path}`, status: call.status ?? 0, message: messageIn(call.answer ?? '') }]
    })
}

/** What the refusal says; every message of one that has several (D6, D8). */
function messageIn(answer: string): string {
  try {
    const said: unknown = JSON.parse(answer)
    const messages = Array.isArray(said) ? said.map(({ message }) => message) : (said as { message: unknown }).message
    return withoutLiveKeys([messages].flat().join('; '))
  } catch {
    return 'an answer that is no JSON'
  }
}
