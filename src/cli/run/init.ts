import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'

/** `payments-sandbox init`: a config file and a scenario file to begin with, in this folder. */
export function addInit(program: Command): void {
  program
    .command('init')
    .description('Write payments-sandbox.config.yaml and scenarios/ with comments, to begin with')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox init')
    .action(() => {
      for (const [file, text] of Object.entries(files)) write(file, text)
    })
}

/** A file that is there already is somebody's work: it stays as it is. */
function write(file: string, text: string): void {
  const isThere = existsSync(file)
  if (!isThere) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  }
  process.stdout.write(`${isThere ? 'kept   ' : 'wrote  '} ${file}\n`)
}

const config = `# Settings of payments-sandbox in this folder; a flag or a PAYMENTS_SANDBOX_ variable goes before this file.
# \`payments-sandbox start --help\` lists the flags; each is a key here.

# port: 4747
# clock: real                 # or frozen, or an ISO 8601 time to freeze at
# mode: automatic             # or manual: what no scenario was chosen for waits for you

businesses:
  default:                    # every key; a key of its own, such as test_shop, goes before this
    # callbackUrl: http://localhost:3000/webhooks
    bearFee: customer         # or business
    # smsOtp: [MTN]           # networks whose customers in Ghana get an OTP first
    # partialPayments: accept # or hold, fail: a transfer that is not the sum asked for
    # retry: [5s, 30s, 2m, 10m, 1h]
`

const scenarios = `# yaml-language-server: $schema=../node_modules/payments-sandbox/schema/scenarios.v1.json
# Your stories. They go before the built-in ones, which \`payments-sandbox scenarios list\` shows.
# \`payments-sandbox scenarios check\` says what is wrong here, \`scenarios plan NAME\` what a story will do.
version: 1

# defaults:
#   scenario: approve         # what is played where nothing else is chosen

scenarios:
  thinks-for-a-minute:
    summary: The customer thinks for about a minute and then has no money.
    match: { flow: mobile-money, reference: "slowly-*" }
    after: 55s..65s
    outcome: { failed: insufficient_customer_balance }

  # flaky-server:
  #   summary: Your server is down twice before it takes the webhook.
  #   match: { reference: "flaky-*" }
  #   webhook: { answers: [503, timeout, real] }
`

const files: Readonly<Record<string, string>> = {
  'payments-sandbox.config.yaml': config,
  'scenarios/mine.yaml': scenarios,
}
