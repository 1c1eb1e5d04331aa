import type { Command } from 'commander'
import type { DeliveryView } from '../../control/webhooks/delivery-view.ts'
import { addClientCommand, type DrivingFlags, onBusiness, print } from '../client/client-command.ts'
import { onWebhook } from '../client/find-webhook.ts'
import { printable } from '../terminal/printable.ts'
import { answerText } from '../text/webhook-text.ts'

/** `payments-sandbox replay`: a webhook once more, byte for byte. */
export function addReplay(program: Command): void {
  addClientCommand(
    program,
    'replay <webhook>',
    'Send a webhook again: its id, or the id or reference of a transaction that has just one',
    'replay order-1',
  ).action(async (name: string, flags: DrivingFlags) => {
    const webhook = await onBusiness(flags, (client) => {
      const ask = (id: string) => client.call('POST /_sandbox/webhooks/{id}/replay', { id })
      return onWebhook(client, name, { command: 'replay', ask })
    })
    print(webhook, flags, replayedText)
  })
}

function replayedText({ id, url, attempts }: DeliveryView): string {
  const last = attempts.at(-1)
  const came = last === undefined ? 'not answered: not finished' : answerText(last)
  return `${printable(`webhook ${id} to ${url}: attempt ${attempts.length} ${came}`)}\n`
}
