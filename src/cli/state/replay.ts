import type { Command } from 'commander'
import type { DeliveryView } from '../../control/webhooks/delivery-view.ts'
import { type ControlClient, ControlFailure } from '../../control-client.ts'
import { addClientCommand, type DrivingFlags, onBusiness, print } from '../client/client-command.ts'
import { findTransaction, orNull } from '../client/find-transaction.ts'
import { UsageError } from '../exit.ts'
import { printable } from '../terminal/printable.ts'

/** `payments-sandbox replay`: a webhook once more, byte for byte. */
export function addReplay(program: Command): void {
  addClientCommand(
    program,
    'replay <webhook>',
    'Send a webhook again: its id, or the id or reference of a transaction that has just one',
    'replay order-1',
  ).action(async (name: string, flags: DrivingFlags) => {
    const webhook = await onBusiness(flags, (client) => replay(client, name))
    print(webhook, flags, webhookText)
  })
}

async function replay(client: ControlClient, name: string): Promise<DeliveryView> {
  const send = (id: string) => client.call('POST /_sandbox/webhooks/{id}/replay', { id })
  const byId = /^[\w-]{1,64}$/.test(name) ? await orNull(send(name)) : null
  return byId ?? send(await onlyWebhookOf(client, name))
}

async function onlyWebhookOf(client: ControlClient, name: string): Promise<string> {
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
  const ids = transaction.deliveries.map(({ id, status }) => `\n  payments-sandbox replay ${id}  (${status})`)
  throw new UsageError(`${name} has ${transaction.deliveries.length} webhooks: name one of them${ids.join('')}`)
}

function webhookText({ id, url, attempts }: DeliveryView): string {
  const last = attempts.at(-1)
  const answer = last?.response ? `answered ${last.response.status}` : `not answered: ${last?.error ?? 'not finished'}`
  const took = last?.durationMs == null ? '' : ` after ${Math.round(last.durationMs)} ms`
  return `${printable(`webhook ${id} to ${url}: attempt ${attempts.length} ${answer}${took}`)}\n`
}
