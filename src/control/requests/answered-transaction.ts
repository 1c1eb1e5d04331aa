import { isObject } from '../../domain/json.ts'

/** The id of the transaction that an answer shows; null if it shows none. */
export function transactionIdIn(answer: unknown): string | null {
  const record = recordIn(answer)
  return textAt(record, 'reference_business') === null ? null : textAt(record, 'id')
}

/** A payout answers a list of one record. */
export function recordIn(answer: unknown): unknown {
  return Array.isArray(answer) ? answer[0] : answer
}

export function textAt(value: unknown, name: string): string | null {
  const found = isObject(value) ? value[name] : undefined
  return typeof found === 'string' ? found : null
}
