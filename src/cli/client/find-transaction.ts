import type { InputOf } from '../../control/routes.ts'
import type { TransactionView } from '../../control/transactions/transaction-in-full.ts'
import type { DeliveryView } from '../../control/webhooks/delivery-view.ts'
import { ControlFailure } from '../../control-client/failure.ts'
import { UsageError } from '../exit.ts'
import type { CommandClient } from './client-options.ts'

type Asked = Omit<InputOf<'GET /_sandbox/transactions/{id}'>, 'id'>

/**
 * Returns the transaction with this id, or else with this merchant's reference; of it the record, if no other parts are asked
 * for. Throws 404 if neither exists.
 */
export async function findTransaction(
  client: CommandClient,
  name: string,
  asked: Asked = { parts: 'record' },
): Promise<TransactionView> {
  const byIdOf = (id: string) => client.call('GET /_sandbox/transactions/{id}', { id, ...asked })
  const byId = await ifId(name, byIdOf)
  if (byId !== null) return byId
  const { data } = await client.call('GET /_sandbox/transactions', { reference: name, limit: 1 })
  const [found] = data
  if (found !== undefined) return byIdOf(found.id)
  throw notFoundHere(client, `No transaction of this business has the id or the reference ${name}`)
}

/** Asks only for a valid id: dots would change the path. */
async function ifId<T>(name: string, ask: (id: string) => Promise<T>): Promise<T | null> {
  return /^[\w-]{1,64}$/.test(name) ? orNull(ask(name)) : null
}

export function notFoundHere(client: CommandClient, message: string): ControlFailure {
  return new ControlFailure({ status: 404, code: 'not_found', message, hint: notHere(client) })
}

/** What to look at if a business does not have what was named. */
export function notHere(client: CommandClient): string {
  const [list, choose] = [client.next({ do: 'list-transactions' }), client.next({ do: 'choose-business' })]
  return `${list} lists the transactions of the business; ${choose} chooses another business`
}

export function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error) => {
    if (error instanceof ControlFailure && error.status === 404) return null
    throw error
  })
}

/**
 * Asks for a webhook by its id, or by the id or the reference of a transaction with a single webhook.
 * If there are several, the error says how to do it with each.
 */
export async function onWebhook(
  client: CommandClient,
  name: string,
  { doing, ask }: { readonly doing: 'replay' | 'show-webhook'; readonly ask: (id: string) => Promise<DeliveryView> },
): Promise<DeliveryView> {
  return (await ifId(name, ask)) ?? ask(await onlyWebhookOf(client, name, doing))
}

async function onlyWebhookOf(client: CommandClient, name: string, doing: 'replay' | 'show-webhook'): Promise<string> {
  const transaction = await orNull(findTransaction(client, name, { parts: 'record,deliveries' }))
  if (transaction === null) {
    throw notFoundHere(client, `No webhook and no transaction of this business has the id or the reference ${name}`)
  }
  const { status, deliveries } = transaction
  const [first, ...more] = deliveries
  if (first === undefined) {
    throw new UsageError(
      `${name} is ${status} and has no webhook: ${client.next({ do: 'explain', transaction: name })} says why`,
    )
  }
  if (more.length === 0) return first.id
  const ids = deliveries.map(({ id, status }) => `  ${client.next({ do: doing, webhook: id })}  (${status})`)
  throw new UsageError([`${name} has ${deliveries.length} webhooks: name one of them`, ...ids])
}
