import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderWith, launch } from '../support/cli.ts'
import * as account from '../support/merchants/account-merchant.ts'
import * as carts from '../support/merchants/cart-merchant.ts'
import { Merchant } from '../support/merchants/merchant.ts'
import * as paying from '../support/merchants/paying-merchant.ts'
import * as right from '../support/merchants/right-merchants.ts'
import { serve } from '../support/merchants/serve.ts'
import * as wrong from '../support/merchants/wrong-merchants.ts'

/** A test suite that asserts nothing: it orders, or withdraws, once under each scenario, and lets the merchant ask for what is open. */
const suite = `
import { writeFileSync } from 'node:fs'
const { PAYMENTS_SANDBOX_URL: url, PAYMENTS_SANDBOX_API_KEY: authorization } = process.env
const [shop, path, ...scenarios] = process.argv.slice(2)
writeFileSync('sandbox-url', url)
const headers = { authorization, 'content-type': 'application/json' }
const post = (address, body) => fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
for (const use of scenarios) {
  await post(url + '/_sandbox/scenarios/queue', { use })
  await post(shop + path, { amount: 10.5 })
  await post(url + '/_sandbox/clock/run-until-idle', {})
  await post(shop + '/cron', {})
}
`
const config = `clock: frozen
probe:
  orders: { get: "SHOP/orders/{reference}", paid: { at: /status, is: paid }, credited: /credited, order: /cart }
  payouts: { get: "SHOP/withdrawals/{reference}", state: { at: /state, sent: [sent], failed: [failed], open: [open] }, taken: /taken, withdrawal: /withdrawal }
`

interface Judged {
  readonly code: number | null
  readonly errors: readonly string[]
}

/** Runs the suite against a merchant of this process under `exec`; \`errors\` has the rule and reference of each finding that is an error. */
async function judged(Kind: typeof Merchant, [path, ...scenarios]: readonly string[]): Promise<Judged> {
  let cwd = ''
  const shop = await serve((callbackUrl) => {
    const call = (to: string, init: RequestInit) => fetch(readFileSync(join(cwd, 'sandbox-url'), 'utf8') + to, init)
    return new Kind({ fetch: call, apiKey: 'test_sandbox', secret: 'test_sandbox', callbackUrl })
  })
  onTestFinished(() => shop.close())
  cwd = folderWith({ 'suite.mjs': suite, 'payments-sandbox.config.yaml': config.replaceAll('SHOP', shop.url) })
  const command = [process.execPath, 'suite.mjs', shop.url, path ?? '', ...scenarios]
  const { code, stdout } = await launch(['exec', '--json', '--', ...command], { cwd }).ended
  const findings: { level: string; rule: string; reference?: string }[] = JSON.parse(stdout).report.findings
  const errors = findings.filter(({ level }) => level === 'error')
  const scenarioOf = (reference: string) => scenarios[Number(reference.split('-')[1]) - 1]
  return {
    code,
    errors: errors.map(({ rule, reference }) => (reference === undefined ? rule : `${rule} ${scenarioOf(reference)}`)),
  }
}

const failures =
  'cannot-process workflow-failed too-many-requests server-error service-unavailable dropped-request switch-error no-reason'
const webhooks =
  'late-webhook dropped-webhook failed-without-webhook duplicate late-duplicate out-of-order webhook-backlog flaky-merchant merchant-unreachable one-attempt wrong-signature forged-webhook truncated-webhook not-json-webhook extra-fields'
const anyFlow = `approve slow-approval lost-reply before-reply ${failures} ${webhooks}`.split(' ')
const ofPhones = 'wrong-pin timeout not-registered insufficient-balance pending-first paid-at-once provider-downtime'
const ofAccounts =
  'other-amount va-expiry va-underpaid va-overpaid va-wrong-amount va-incomplete va-split va-paid-twice'

const orders = ['/orders', ...anyFlow, ...ofPhones.split(' ')]
const accounts = ['/orders', ...anyFlow, ...ofAccounts.split(' ')]
const payouts = ['/withdrawals', ...anyFlow, 'other-amount', 'insufficient-wallet-balance', 'invalid-account-number']

/** `npm run audits` plays them all. */
const some = <T>(all: readonly T[], usual: number) => (process.env.AUDITS === 'all' ? all : all.slice(0, usual))

const rightOnes: readonly (readonly [typeof Merchant, readonly string[]])[] = [
  [right.OpensAnotherAccount, accounts],
  [right.TriesRefusedAgain, payouts],
  [right.RollsBackTheMemory, orders],
  [right.CreditsBothPayments, orders],
  [Merchant, orders],
  [right.LocksTheOrder, orders],
  [right.AddsToTheBalance, orders],
  [right.RemembersAfterTheCheck, orders],
  [carts.CartMerchant, orders],
  [account.AccountMerchant, accounts],
  [paying.PayingMerchant, payouts],
  [paying.PaysToBanks, payouts],
]

test.each(some(rightOnes, 4))('exec accuses %o of nothing under any scenario', async (Kind, steps) => {
  expect(await judged(Kind, steps)).toEqual({ code: 0, errors: [] })
})

const day = [
  '/orders',
  ...'approve wrong-pin duplicate before-reply dropped-webhook lost-reply wrong-signature'.split(' '),
]
const ofPayouts = 'approve switch-error cannot-process lost-reply before-reply duplicate'.split(' ')

/** The errors of each wrong merchant. With none, his mistake needs an order of events that no scenario has: `explore` and `audit` find it. */
const wrongOnes: readonly (readonly [typeof Merchant, readonly string[], readonly string[]])[] = [
  [wrong.WithoutDedupe, day, ['credited-twice duplicate']],
  [
    wrong.NoSignatureCheck,
    [...day, 'forged-webhook'],
    ['forged-webhook-accepted wrong-signature', 'forged-webhook-accepted forged-webhook'],
  ],
  [wrong.ChargesAgain, day, ['charged-again']],
  [paying.GivesBackOnTimeOut, ['/withdrawals', ...ofPayouts], ['sent-and-given-back lost-reply']],
  [account.GoodsForLess, ['/orders', 'va-underpaid'], ['paid-short va-underpaid']],
  [wrong.CheckThenAct, day, ['credited-twice duplicate']],
  [wrong.DedupeByWebhookId, day, ['credited-twice duplicate']],
  [wrong.TwoDedupeKeys, day, ['credited-twice before-reply', 'paid-not-credited dropped-webhook']],
  [wrong.CreditsOnReply, day, ['credited-without-payment wrong-pin', 'paid-not-credited lost-reply']],
  [wrong.NeverAsks, day, ['paid-not-credited lost-reply']],
  [
    wrong.RemembersBeforeTheCheck,
    day,
    [
      'paid-not-credited dropped-webhook',
      'paid-not-credited wrong-signature',
      'forged-webhook-accepted wrong-signature',
    ],
  ],
  [wrong.RemembersBeforeTheWork, day, ['paid-not-credited dropped-webhook']],
  [wrong.SignatureOfParsedBody, day, []],
  [wrong.TakesErrorForFailed, day, []],
  [wrong.DecidesByAnOldRow, day, []],
  [wrong.WritesBackTheBalance, day, []],
  [account.BelievesTheSum, ['/orders', 'other-amount'], ['credited-wrong-amount other-amount']],
  [account.AccountMerchant, ['/orders', 'va-late'], ['paid-not-credited va-late']],
  [paying.GivesBackEachTime, ['/withdrawals', ...ofPayouts], []],
  [paying.TellsSentOnReply, ['/withdrawals', ...ofPayouts], ['not-given-back switch-error']],
  [paying.KeepsWhatWasRefused, ['/withdrawals', ...ofPayouts], ['kept-after-refusal cannot-process']],
  [paying.PaysOutAgain, ['/withdrawals', ...ofPayouts], ['paid-out-twice lost-reply', 'charged-again']],
  [carts.ChargesACartTwice, day, []],
]

test.each(some(wrongOnes, 5))('exec sees of %o what the scenarios of every day show', async (Kind, steps, errors) => {
  expect((await judged(Kind, steps)).errors).toEqual(errors)
})
