import type { DeliveryView } from '../../control/webhooks/delivery-view.ts'
import { UsageError } from '../exit.ts'
import type { CommandClient } from './client-options.ts'
import { findTransaction, notFound, orNull } from './find-transaction.ts'

/**
 * Asks for a webhook by its id, or by the id or the reference of a transaction with a single webhook.
 * If there are several, the error shows `command` with each id.
 */
export async function onWebhook(
  client: CommandClient,
  name: string,
  { command, ask }: { readonly command: readonly string[]; readonly ask: (id: string) => Promise<DeliveryView> },
): Promise<DeliveryView> {
  const byId = /^[\w-]{1,64}$/.test(name) ? await orNull(ask(name)) : null
  return byId ?? ask(await onlyWebhookOf(client, name, command))
}

async function onlyWebhookOf(client: CommandClient, name: string, command: readonly string[]): Promise<string> {
  const transaction = await orNull(findTransaction(client, name))
  if (transaction === null) {
    throw notFound(client, `No webhook and no transaction of this business has the id or the reference ${name}`)
  }
  const [first, ...more] = transaction.deliveries
  if (first === undefined) {
    throw new UsageError(
      `${name} is ${transaction.status} and has no webhook: ${client.next('explain', name)} says why`,
    )
  }
  if (more.length === 0) return first.id
  const ids = transaction.deliveries.map(({ id, status }) => `\n  ${client.next(...command, id)}  (${status})`)
  throw new UsageError(`${name} has ${transaction.deliveries.length} webhooks: name one of them${ids.join('')}`)
}
