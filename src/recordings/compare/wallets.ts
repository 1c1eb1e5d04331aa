import { businessRules } from '../../catalogue/business-rules.ts'
import { isCurrencyCode } from '../../catalogue/currencies.ts'
import { isObject } from '../../domain/json.ts'
import { jsonOf, objectIn, partyIn, recordIn, textAt } from '../read/bodies.ts'
import type { RecordedCall } from '../read/service-calls.ts'

type SetWallet = (currency: string, balance: number) => Promise<unknown>

/** Gives wallets what they had in the recording: the first balance that is seen (D22), or enough for a payout. */
export class Wallets {
  readonly #set: SetWallet
  /** Currencies of which the recording showed a balance. */
  readonly #seen = new Set<string>()

  constructor(set: SetWallet) {
    this.#set = set
  }

  /** Prepares for a call that is played next. */
  async before({ entry, question }: RecordedCall): Promise<void> {
    const value = jsonOf(entry.response)
    const balances = question.is === 'balance' && Array.isArray(value) ? value.filter(isObject) : []
    for (const { currency, balance } of balances) await this.#give(currency, balance, true)
    const record = recordIn(entry.response)
    if (record && 'opening_balance' in record) await this.#give(record.currency, record.opening_balance, true)
    const asked = objectIn(entry.request)
    if (question.is !== 'create' || asked?.recipients === undefined) return
    const { currency, amount } = partyIn(asked)
    const isPoor = textAt(objectIn(entry.response), 'message') === businessRules.insufficient_wallet_balance.text
    await this.#give(currency, isPoor ? 0 : Number(amount) * 2 + 1000, false)
  }

  async #give(currency: unknown, balance: unknown, isSeen: boolean): Promise<void> {
    if (!isCurrencyCode(currency) || this.#seen.has(currency)) return
    if (isSeen) this.#seen.add(currency)
    await this.#set(currency, Math.max(0, Number(balance)))
  }
}
