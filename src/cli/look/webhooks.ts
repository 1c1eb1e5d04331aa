import { type Command, Option } from 'commander'
import type { AnswerOf, InputOf } from '../../control/routes.ts'
import type { DeliveryView } from '../../control/webhooks/delivery-view.ts'
import { deliveryStatuses } from '../../domain/delivery.ts'
import { type FinalStatus, finalStatuses } from '../../domain/transaction.ts'
import { addClientCommand, onBusiness, print, printAndWarn, printAnswer } from '../client/client-command.ts'
import type { ClientFlags, CommandClient } from '../client/client-options.ts'
import { findTransaction, onWebhook } from '../client/find-transaction.ts'
import { optionName } from '../client/next-command.ts'
import { UsageError } from '../exit.ts'
import { collect, wholeNumber } from '../settings/option-values.ts'
import type { Screen } from '../terminal/screen.ts'
import { type ListColumn, listOf } from '../terminal/table.ts'
import { exampleText } from '../text/example-text.ts'
import { answerText, styleOfDelivery, webhookText } from '../text/webhook-text.ts'

type Filter = InputOf<'GET /_sandbox/webhooks'>
type Page = AnswerOf<'GET /_sandbox/webhooks'>

export function addWebhooks(program: Command): void {
  const group = program
    .command('webhooks')
    .description('List the webhooks of a business, show one in full, or send one of your own making')
    .addHelpText('after', exampleText('webhooks --status exhausted'))
  const list = addClientCommand(group, 'list', 'webhooks list --since 10m', { isDefault: true })
    .description('List the webhooks of a business, newest first')
    .addOption(new Option('--status <status>', 'only those of this status').choices(deliveryStatuses))
    .option('--reference <reference>', 'only those of the transaction of this reference')
    .option('--since <duration>', 'only those made or tried within this sandbox time, such as 10m')
    .option('--limit <number>', 'at most so many', wholeNumber, 20)
    .action(({ status, reference, since, limit, ...flags }: ClientFlags & Filter) =>
      printAndWarn(flags, ({ call }) => call('GET /_sandbox/webhooks', { status, reference, since, limit }), pageText),
    )
  showOptionsOf(list, group)
  addClientCommand(group, 'show <webhook>', 'webhooks show order-1')
    .description(
      'Show a webhook in full: its body, and the headers, signature and answer of each attempt. Takes its id, or the id or reference of a transaction that has only one',
    )
    .action(show)
  addClientCommand(
    group,
    'send [transaction]',
    'webhooks send --callback-url http://localhost:3000/webhooks --status FAILED --result wrong_pin --set amount=5',
  )
    .description(
      'Sign and send a webhook of your own making, about a transaction (its id or reference) or about a new one, which stays as it is',
    )
    .option('--callback-url <url>', "where it goes (default: the transaction's callbackURL, otherwise the business's)")
    .addOption(new Option('--status <status>', 'the status it reports').choices(finalStatuses))
    .option('--result <result>', 'why it failed, such as wrong_pin')
    .option(
      '--set <field=value>',
      'a field of its body, such as amount=5 or customer.accountName=Ama; can be given several times',
      collect,
    )
    .action(send)
}

/** Shows in the help of a group the options of its default command. */
function showOptionsOf(command: Command, group: Command): void {
  const help = group.createHelp()
  group.configureHelp({
    ...group.configureHelp(),
    visibleOptions: (shown) => help.visibleOptions(shown === group ? command : shown),
  })
}

async function show(name: string, flags: ClientFlags): Promise<void> {
  const { webhook, nextAt } = await onBusiness(flags, async (client) => {
    const ask = (id: string) => client.call('GET /_sandbox/webhooks/{id}', { id })
    const webhook = await onWebhook(client, name, { doing: 'show-webhook', ask })
    return { webhook, nextAt: await nextAttempt(client, webhook) }
  })
  print(webhook, flags, (shown, screen, raw) => webhookText(shown, screen, raw, nextAt))
}

/** When a webhook is tried next; null if never. */
async function nextAttempt({ call }: CommandClient, { id, transactionId, status }: DeliveryView) {
  if (status !== 'pending') return null
  const { steps } = await call('GET /_sandbox/transactions/{id}', { id: transactionId, parts: 'steps' })
  const next = steps.find(({ deliveryId, state }) => deliveryId === id && state === 'pending')
  return next?.planned ?? null
}

interface SendFlags extends ClientFlags {
  readonly callbackUrl?: string
  readonly status?: FinalStatus
  readonly result?: string
  readonly set?: readonly string[]
}

function send(name: string | undefined, flags: SendFlags): Promise<void> {
  const { callbackUrl: url, status, result, set = [] } = flags
  const said = { url, status, result, setText: Object.fromEntries(set.map(fieldOf)) }
  const ask = async (client: CommandClient) => {
    const transactionId = name === undefined ? undefined : (await findTransaction(client, name)).id
    return client.call('POST /_sandbox/webhooks', { ...said, transactionId })
  }
  return printAnswer(flags, ask, webhookText)
}

function fieldOf(text: string): readonly [path: string, value: string] {
  const [, path, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (path !== undefined && value !== undefined) return [path, value]
  throw new UsageError(`--set ${text}: write field=value, such as amount=5`)
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
  const older = more
    ? `${screen.paint('dim', `there are older ones: a higher ${optionName('limit')} shows them`)}\n`
    : ''
  return listOf(data.toReversed(), columns, screen) + older
}
