import { z } from 'zod'
import { isCurrencyCode } from '../../catalogue/currencies.ts'
import { currencyCode } from '../../contract/currency-code.ts'
import { answerList, answerObject, requestBody } from '../../contract/named.ts'
import { maxAmount, maxMinor, toMajor, toMinor } from '../../domain/money.ts'
import type { CurrencyCode } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { invalid, refusal } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { iso, limitQuery, major, time } from '../schema-parts.ts'

const walletView = answerObject('Wallet', 'A wallet and its movements, newest first.', {
  currency: currencyCode,
  balance: major,
  ledger: z.array(
    answerObject('LedgerEntry', 'One movement.', {
      at: time,
      amount: major,
      opening: major,
      closing: major,
      why: z.string(),
      transactionId: z
        .string()
        .nullable()
        .describe('Null for a balance that was set by hand, or what a prune summed up.'),
      reference: z.string().nullable().describe("The merchant's reference of that transaction."),
    }),
  ),
  more: z.boolean().describe('True if there are older movements.'),
})

const walletsView = answerList('Wallets', 'One wallet for each enabled currency.', walletView)

function presentWallet(store: Store, key: string, currency: CurrencyCode, limit: number) {
  // One more says whether there are more.
  const ledger = store.ledger(key, currency, limit + 1)
  const inMajor = (minor: number) => toMajor(minor, currency)
  return {
    currency,
    balance: inMajor(store.wallet(key, currency).balanceMinor),
    ledger: ledger.slice(0, limit).map((entry) => ({
      at: iso(entry.at),
      amount: inMajor(entry.amountMinor),
      opening: inMajor(entry.openingMinor),
      closing: inMajor(entry.closingMinor),
      why: entry.why,
      transactionId: entry.transactionId,
      reference: entry.reference,
    })),
    more: ledger.length > limit,
  }
}

/** Every wallet with its newest movements, newest first; sums in major units (D22). */
export const listWallets = controlEndpoint({
  route: 'GET /_sandbox/wallets',
  summary: 'Wallets and their ledgers',
  query: z.strictObject({ limit: limitQuery }),
  answer: walletsView,
  handle: ({ key, query: { limit }, store }) => ({
    body: store.business(key).settings.currencies.map((currency) => presentWallet(store, key, currency, limit)),
  }),
})

/** Sets a wallet's balance, in major units; the difference is a ledger entry. */
export const setWallet = controlEndpoint({
  route: 'PUT /_sandbox/wallets/{currency}',
  summary: "Set a wallet's balance",
  params: { currency: 'Currency code.' },
  body: requestBody('WalletBalanceRequest', {
    balance: z.number({ error: 'is not a number; write {"balance": 100}' }).describe('Major units.'),
  }),
  answer: walletView,
  refuses: ['not_found'],
  async handle({ key, params: { currency }, body: { balance }, store }) {
    const { currencies } = store.business(key).settings
    if (!isCurrencyCode(currency) || !currencies.includes(currency)) {
      throw refusal({ why: 'no-wallet', currency, key, currencies })
    }
    const minor = balanceMinor(balance, currency)
    await store.perform(key, { wallet: currency }, ({ wallet }) => {
      const amountMinor = minor - wallet.balanceMinor
      const changes = [
        { change: 'ledger.post', transactionId: null, currency, amountMinor, why: 'set by hand' } as const,
      ]
      return { result: null, changes: amountMinor === 0 ? [] : changes }
    })
    return { body: presentWallet(store, key, currency, 100) }
  },
})

function balanceMinor(balance: number, currency: CurrencyCode): number {
  const minor = toMinor(balance, currency)
  if (minor === null || balance < 0)
    throw invalid('balance', `${balance} is not a sum of ${currency}; write 0 or more, in its minor unit`)
  if (minor <= maxMinor) return minor
  throw invalid('balance', `${balance} is too large; write at most ${maxAmount(currency)}`)
}
