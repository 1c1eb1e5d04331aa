import { type Command, Option } from 'commander'
import type { AnswerOf, InputOf } from '../../control/routes.ts'
import type { DeliveryView } from '../../control/webhooks/delivery-view.ts'
import { deliveryStatuses } from '../../domain/delivery.ts'
import { addSend } from '../act/send-webhook.ts'
import {
  addClientCommand,
  type DrivingFlags,
  onBusiness,
  print,
  printAnswer,
  warnIfEmpty,
} from '../client/client-command.ts'
import type { CommandClient } from '../client/client-options.ts'
import { onWebhook } from '../client/find-transaction.ts'
import { wholeNumber } from '../settings/option-values.ts'
import type { Screen } from '../terminal/screen.ts'
import { type ListColumn, listOf } from '../terminal/table.ts'
import { answerText, styleOfDelivery, webhookText } from '../text/webhook-text.ts'

type Filter = InputOf<'GET /_sandbox/webhooks'>
type Page = AnswerOf<'GET /_sandbox/webhooks'>

export function addWebhooks(program: Command): void {
  const group = program
    .command('webhooks')
    .description('List the webhooks of a business, show one in full, or send one of your own making')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox webhooks --status exhausted')
  addClientCommand(group, 'list', 'List the webhooks of a business, newest first', 'webhooks list --since 10m', {
    isDefault: true,
  })
    .addOption(new Option('--status <status>', 'only those of this status').choices(deliveryStatuses))
    .option('--reference <reference>', 'only those of the transaction of this reference')
    .option('--since <duration>', 'only those made or tried within this sandbox time, such as 10m')
    .option('--limit <number>', 'at most so many', wholeNumber, 20)
    .action(async ({ status, reference, since, limit, ...flags }: DrivingFlags & Filter) => {
      const filter = { status, reference, since, limit }
      await printAnswer(flags, (client) => client.call('GET /_sandbox/webhooks', filter), pageText)
      await warnIfEmpty(flags)
    })
  addClientCommand(
    group,
    'show <webhook>',
    'Show a webhook in full: its body, and the headers, signature and answer of each attempt. Takes its id, or the id or reference of a transaction that has only one',
    'webhooks show order-1',
  ).action(async (name: string, flags: DrivingFlags) => {
    const { webhook, nextAt } = await onBusiness(flags, async (client) => {
      const ask = (id: string) => client.call('GET /_sandbox/webhooks/{id}', { id })
      const webhook = await onWebhook(client, name, { command: ['webhooks', 'show'], ask })
      return { webhook, nextAt: await nextAttempt(client, webhook) }
    })
    print(webhook, flags, (shown, screen) => webhookText(shown, screen, nextAt))
  })
  addSend(group)
}

/** When a webhook is tried next: the event that queued it, or its last failed attempt, says so; null if it is not. */
async function nextAttempt(client: CommandClient, { id, transactionId, status }: DeliveryView): Promise<string | null> {
  if (status !== 'pending') return null
  const { timeline } = await client.call('GET /_sandbox/transactions/{id}', { id: transactionId })
  const dues = timeline.flatMap(({ deliveryId, retryAt, dueAt }) => (deliveryId === id ? [retryAt ?? dueAt] : []))
  return dues.findLast((due) => typeof due === 'string') ?? null
}

const columns: readonly ListColumn<DeliveryView>[] = [
  { title: 'id', cut: 'never', cell: ({ id }) => id },
  { title: 'reference', cut: 'last', cell: ({ reference }) => reference },
  { title: 'status', cut: 'never', cell: ({ status }) => ({ text: status, style: styleOfDelivery(status) }) },
  { title: 'last attempt', cell: ({ attempts }) => lastText(attempts.at(-1)) },
  { title: 'url', cell: ({ url }) => url },
]

function lastText(last: DeliveryView['attempts'][number] | undefined): string {
  return last === undefined ? '' : `${last.number}: ${answerText(last)}`
}

function pageText({ data, more }: Page, screen: Screen): string {
  if (data.length === 0) return 'no webhooks\n'
  const older = more ? `${screen.paint('dim', 'there are older ones: a higher --limit shows them')}\n` : ''
  return listOf(data.toReversed(), columns, screen) + older
}
