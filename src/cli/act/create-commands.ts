import type { Command } from 'commander'
import type { CreateKind } from '../../catalogue/flows.ts'
import { addClientCommand } from '../client/client-command.ts'
import { type CreateFlags, flowsOf } from './sample-call.ts'

export function addCreateCommands(program: Command): void {
  const collections = 'collect --scenario wrong-pin\n  $ payments-sandbox collect virtual-account --amount 2500'
  add(program, 'collect', 'Collect from a made-up customer', collections)
  add(program, 'payout', 'Pay out to a made-up person', 'payout bank --amount 2500 --number 0123456789')
}

function add(program: Command, kind: CreateKind, what: string, example: string): void {
  const flows = [...flowsOf(kind).keys()].join(' or ')
  addClientCommand(program, `${kind} [flow]`, example)
    .description(`${what}, and follow the transaction to its webhook; the flow is ${flows} (default: mobile-money)`)
    .option('--scenario <name>', 'what happens: payments-sandbox scenarios list shows all')
    .option('--amount <amount>', 'in major units, such as 10.50')
    .option('--currency <code>', "such as GHS (default: the country's)")
    .option('--country <code>', "whose phone is made up, such as KE (default: the currency's)")
    .option('--number <number>', 'phone or account number')
    .option('--network <code>', "network or bank (default: the number's)")
    .option('--name <name>', 'name on the account (default: a made-up one)')
    .option('--reference <reference>', 'your reference (default: a new one)')
    .option(
      '--callback-url <url>',
      "where the webhook goes (default: the business's callbackUrl, otherwise a temporary receiver until the command ends)",
    )
    .option('--no-wait', 'stop when the next event needs an action or a clock move')
    .action(async (flow = 'mobile-money', flags: CreateFlags) => {
      const { createAndFollow } = await import('./create-and-follow.ts')
      await createAndFollow(kind, flow, flags)
    })
}
