import type { Command } from 'commander'
import type { AnswerOf } from '../../control/routes.ts'
import { addClientCommand, printAnswer } from '../client/client-command.ts'
import type { ClientFlags, CommandClient } from '../client/client-options.ts'
import { UsageError } from '../exit.ts'
import { majorAmount } from '../settings/option-values.ts'
import type { Screen } from '../terminal/screen.ts'
import { type ListColumn, listOf, momentCell } from '../terminal/table.ts'

type Wallet = AnswerOf<'PUT /_sandbox/wallets/{currency}'>

/** How many movements are shown; `--json` has more. */
const shownMovements = 10

export function addWallet(program: Command): void {
  addClientCommand(program, 'wallet <currency> [balance]', 'wallet GHS 250.50')
    .description('Show a wallet and its newest movements. With a balance, in major units: set it')
    .action((code: string, text: string | undefined, flags: ClientFlags) => {
      const currency = code.toUpperCase()
      const balance = text === undefined ? null : majorAmount('balance', text, 0)
      const ask = async (client: CommandClient) => {
        const wallet = await walletOf(client, currency)
        return balance === null ? wallet : client.call('PUT /_sandbox/wallets/{currency}', { currency, balance })
      }
      return printAnswer(flags, ask, walletText)
    })
}

async function walletOf({ call, key }: CommandClient, currency: string): Promise<Wallet> {
  const wallets = await call('GET /_sandbox/wallets')
  const found = wallets.find((wallet) => wallet.currency === currency)
  if (found !== undefined) return found
  const all = wallets.map((wallet) => wallet.currency).join(', ')
  throw new UsageError(`No wallet in ${currency} in the business ${key}: write one of ${all}`)
}

const columns: readonly ListColumn<Wallet['ledger'][number]>[] = [
  { title: 'at', cut: 'never', cell: ({ at }) => momentCell(at) },
  { title: 'amount', align: 'right', cut: 'never', cell: ({ amount }) => String(amount) },
  { title: 'balance', align: 'right', cut: 'never', cell: ({ closing }) => String(closing) },
  { title: 'reference', cut: 'last', cell: ({ reference }) => reference ?? '' },
  { title: 'why', cell: ({ why }) => why },
]

function walletText({ currency, balance, ledger, more }: Wallet, screen: Screen): string {
  const movements = ledger.length === 0 ? '' : listOf(ledger.slice(0, shownMovements), columns, screen)
  const isCut = more || ledger.length > shownMovements
  const older = isCut ? screen.paint('dim', `the newest ${shownMovements}: --json has up to 100\n`) : ''
  return `${currency} ${balance}\n${movements}${older}`
}
