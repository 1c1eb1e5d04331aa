import { bankName } from '../../catalogue/banks.ts'
import { deriveDigits, type Origin } from '../../domain/derived-ids.ts'
import { accountNumberFor } from '../../domain/nuban.ts'
import type { Intent, VirtualAccount } from '../../domain/transaction.ts'

/** Numbers tried for one account: more than could ever collide in one business. */
const candidates = 8

/** Account numbers to try in order, derived from the request (D18), valid for the bank code (D30). */
export function candidateNumbers(origin: Origin, bankCode: string): string[] {
  return Array.from({ length: candidates }, (_, counter) =>
    accountNumberFor(bankCode, deriveDigits(origin, 'account', counter, 10)),
  )
}

/** The account a customer pays into; null in the flows that have none. */
export function openAccount({ flow, network, customer }: Intent, accountNumber: string | null): VirtualAccount | null {
  if (flow !== 'virtual-account') return null
  if (accountNumber === null) throw new Error(`Every candidate account number of bank ${network} is taken`)
  return { bankName: bankName(network), accountName: customer.accountName, accountNumber }
}
