import type { TransactionWebhook } from '../flows/final-record.ts'

/** Returns the JSON object in the body of a webhook, or `{}` if a scenario sends something else. */
export function webhookIn(body: unknown): TransactionWebhook {
  const nothing = JSON.parse('{}')
  try {
    const value = typeof body === 'string' ? JSON.parse(body) : body
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : nothing
  } catch {
    return nothing
  }
}
