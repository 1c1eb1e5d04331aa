import type { DeliveryView } from '../../control/webhooks/delivery-view.ts'
import { type ControlClient, ControlFailure } from '../../control-client.ts'
import { UsageError } from '../exit.ts'
import { findTransaction, orNull } from './find-transaction.ts'

/**
 * What `ask` gives for a webhook, named by its id, or by the id or the reference of a transaction that has just one.
 * `command` is written before an id where there are several.
 */
export async function onWebhook(
  client: ControlClient,
  name: string,
  { command, ask }: { readonly command: string; readonly ask: (id: string) => Promise<DeliveryView> },
): Promise<DeliveryView> {
  const byId = /^[\w-]{1,64}$/.test(name) ? await orNull(ask(name)) : null
  return byId ?? ask(await onlyWebhookOf(client, name, command))
}

async function onlyWebhookOf(client: ControlClient, name: string, command: string): Promise<string> {
  const transaction = await orNull(findTransaction(client, name))
  if (transaction === null) {
    const message = `No webhook and no transaction of this business has the id or the reference ${name}`
    const hint = 'payments-sandbox status shows what the business holds; --key chooses another'
    throw new ControlFailure({ status: 404, code: 'not_found', message, hint })
  }
  const [first, ...more] = transaction.deliveries
  if (first === undefined) {
    throw new UsageError(
      `${name} is ${transaction.status} and has no webhook: payments-sandbox explain ${name} says why`,
    )
  }
  if (more.length === 0) return first.id
  const ids = transaction.deliveries.map(({ id, status }) => `\n  payments-sandbox ${command} ${id}  (${status})`)
  throw new UsageError(`${name} has ${transaction.deliveries.length} webhooks: name one of them${ids.join('')}`)
}
