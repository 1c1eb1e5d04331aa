import { type Command, Option } from 'commander'
import type { AnswerOf, InputOf } from '../../control/routes.ts'
import { deliveryStatuses } from '../../domain/delivery.ts'
import { flows, statuses } from '../../domain/transaction.ts'
import { wrapText } from '../../words/wrap-text.ts'
import { addClientCommand, printAndWarn } from '../client/client-command.ts'
import type { ClientFlags } from '../client/client-options.ts'
import { nextCommand, optionName } from '../client/next-command.ts'
import { UsageError } from '../exit.ts'
import { wholeNumber } from '../settings/option-values.ts'
import type { Screen } from '../terminal/screen.ts'
import { type ListColumn, listOf, momentCell } from '../terminal/table.ts'
import { styleOfStatus } from '../text/transaction-text.ts'

type Filter = InputOf<'GET /_sandbox/transactions'>
type Page = AnswerOf<'GET /_sandbox/transactions'>

export function addTransactions(program: Command): void {
  addClientCommand(program, 'transactions', 'transactions --status FAILED --flow mobile-money')
    .description('List the transactions of a business, newest first')
    .addOption(new Option('--status <status>', 'only those of this status').choices(statuses))
    .addOption(new Option('--flow <flow>', 'only those of this flow').choices(flows))
    .addOption(
      new Option('--webhook <status>', 'only those whose last webhook has this status').choices(deliveryStatuses),
    )
    .option('--reference <reference>', 'only the one of this reference')
    .option('--after <id>', 'only transactions older than the one with this id')
    .option('--limit <number>', 'at most so many', wholeNumber, 20)
    .allowExcessArguments()
    .action(list)
}

function list(
  { status, flow, webhook, reference, after, limit, ...flags }: ClientFlags & Filter,
  { args: [one] }: Command,
): Promise<void> {
  if (one !== undefined) {
    throw new UsageError(
      `transactions is a list: ${nextCommand(flags, { do: 'explain', transaction: one })} shows one of them`,
    )
  }
  const filter = { status, flow, webhook, reference, after, limit }
  return printAndWarn(flags, ({ call }) => call('GET /_sandbox/transactions', filter), pageText)
}

const columns: readonly ListColumn<Page['data'][number]>[] = [
  { title: 'created', cut: 'never', cell: ({ created_at }) => momentCell(created_at) },
  { title: 'reference', cut: 'last', cell: ({ reference_business }) => reference_business },
  { title: 'status', cut: 'never', cell: ({ status }) => ({ text: status, style: styleOfStatus(status) }) },
  { title: 'amount', align: 'right', cut: 'never', cell: ({ amount, currency }) => `${amount} ${currency}` },
  { title: 'flow', cell: ({ flow }) => flow },
  { title: 'scenario', cell: ({ scenario }) => scenario.name },
]

function pageText({ data, next }: Page, screen: Screen): string {
  if (data.length === 0) return 'no transactions\n'
  const older =
    next === null
      ? []
      : wrapText(`older ones: ${optionName('after')} ${next}, or a higher ${optionName('limit')}`, screen.columns)
  return listOf(data, columns, screen) + older.map((line) => `${screen.paint('dim', line)}\n`).join('')
}
