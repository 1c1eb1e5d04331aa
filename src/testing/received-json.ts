import type { TransactionWebhook } from '../flows/final-record.ts'

/** What a webhook carries: the object in its text. Typed as what it is unless a scenario spoils it; then it may be `{}`. */
export function webhookIn(body: unknown): TransactionWebhook {
  const nothing = JSON.parse('{}')
  try {
    const value = typeof body === 'string' ? JSON.parse(body) : body
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : nothing
  } catch {
    return nothing
  }
}
