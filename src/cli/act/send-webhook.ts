import { type Command, Option } from 'commander'
import { type FinalStatus, finalStatuses } from '../../domain/transaction.ts'
import { addClientCommand, type DrivingFlags, printAnswer } from '../client/client-command.ts'
import type { CommandClient } from '../client/client-options.ts'
import { findTransaction } from '../client/find-transaction.ts'
import { UsageError } from '../exit.ts'
import { collect } from '../settings/option-values.ts'
import { webhookText } from '../text/webhook-text.ts'

interface SendFlags extends DrivingFlags {
  readonly callbackUrl?: string
  readonly status?: FinalStatus
  readonly result?: string
  readonly set?: readonly string[]
}

export function addSend(webhooks: Command): void {
  addClientCommand(
    webhooks,
    'send [transaction]',
    'Sign and send a webhook of your own making, about a transaction (its id or reference) or about a new one, which stays as it is',
    'webhooks send --callback-url http://localhost:3000/webhooks --status FAILED --result wrong_pin --set amount=5',
  )
    .option('--callback-url <url>', "where it goes (default: the transaction's callbackURL, else the business's)")
    .addOption(new Option('--status <status>', 'the status it reports').choices(finalStatuses))
    .option('--result <result>', 'why it failed, such as wrong_pin')
    .option(
      '--set <field=value>',
      'a field of its body, such as amount=5 or customer.accountName=Ama; can be given several times',
      collect,
    )
    .action((name: string | undefined, flags: SendFlags) => {
      const { callbackUrl: url, status, result, set = [] } = flags
      const said = { url, status, result, setText: Object.fromEntries(set.map(fieldOf)) }
      const send = async (client: CommandClient) => {
        const transactionId = name === undefined ? undefined : (await findTransaction(client, name)).id
        return client.call('POST /_sandbox/webhooks', { ...said, transactionId })
      }
      return printAnswer(flags, send, webhookText)
    })
}

function fieldOf(text: string): readonly [path: string, value: string] {
  const [, path, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (path !== undefined && value !== undefined) return [path, value]
  throw new UsageError(`--set ${text}: write field=value, such as amount=5`)
}
