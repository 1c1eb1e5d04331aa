import type { TransactionView } from '../../control/transactions/transaction-views.ts'
import { ControlFailure } from '../../control-client/failure.ts'
import type { CommandClient } from './client-options.ts'

/** Returns the transaction with this id, or else with this merchant's reference. Throws 404 if neither exists. */
export async function findTransaction(client: CommandClient, name: string): Promise<TransactionView> {
  // What is no id is not looked for as one: a path would read dots as its own.
  const byId = /^[\w-]{1,64}$/.test(name)
    ? await orNull(client.call('GET /_sandbox/transactions/{id}', { id: name }))
    : null
  if (byId !== null) return byId
  const { data } = await client.call('GET /_sandbox/transactions', { reference: name, limit: 1 })
  const [found] = data
  if (found !== undefined) return client.call('GET /_sandbox/transactions/{id}', { id: found.id })
  throw notFound(client, `No transaction of this business has the id or the reference ${name}`)
}

export function notFound(client: CommandClient, message: string): ControlFailure {
  return new ControlFailure({ status: 404, code: 'not_found', message, hint: notHere(client) })
}

/** What to look at where a business does not hold what was named. */
export function notHere(client: CommandClient): string {
  return `${client.next('status')} shows what the business holds; --key chooses another`
}

export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ControlFailure && error.status === 404) return null
    throw error
  }
}
