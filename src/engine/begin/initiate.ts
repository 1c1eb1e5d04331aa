import { bankName } from '../../catalogue/banks.ts'
import type { Business } from '../../domain/business.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import { accountNumberFor, deriveDigits, deriveToken, deriveUuid, type Entropy } from '../../domain/derived-ids.ts'
import { feeMinor } from '../../domain/money.ts'
import type { Plan } from '../../domain/plan.ts'
import { flowHas, type Intent, isPayout, type Transaction, type VirtualAccount } from '../../domain/transaction.ts'
import type { Wallet } from '../../domain/wallet.ts'

export interface Initiation {
  readonly entropy: Entropy
  readonly intent: Intent
  readonly plan: Plan
  readonly business: Business
  readonly now: SandboxMs
  readonly wallet: Wallet
  /** The number a virtual account gets; null in the other flows. */
  readonly freeAccountNumber: string | null
}

export function initiate({ entropy, intent, plan, business, now, wallet, freeAccountNumber }: Initiation): Transaction {
  const { flow, askedMinor } = intent
  const { fees, bearFee } = business.settings
  return {
    id: isPayout(flow) ? deriveToken(entropy, 'id', 0, 20) : deriveUuid(entropy, 'id', 0), // D18
    flow,
    reference: intent.reference,
    status: plan.reply.status === 'PENDING' ? 'PENDING' : 'INITIATED',
    currency: intent.currency,
    askedMinor,
    amountMinor: askedMinor,
    feeMinor: feeMinor(askedMinor, fees[flow]),
    feePercent: fees[flow],
    receivedMinor: 0,
    wrongOtps: 0,
    otpAcceptedAt: null,
    statusQueries: 0,
    duplicateCreates: 0,
    channel: intent.channel,
    network: intent.network,
    reason: intent.reason,
    customer: intent.customer,
    metadata: plan.otp === null ? intent.metadata : { ...intent.metadata, smsFee: plan.otp.smsFee }, // D21
    callbackUrl: intent.callbackUrl ?? business.settings.callbackUrl,
    extras: intent.extras,
    conversion: intent.conversion,
    bearFee,
    virtualAccount: openAccount(intent, freeAccountNumber),
    openingBalanceMinor: wallet.balanceMinor,
    result: null,
    plan,
    createdAt: now,
    updatedAt: now,
  }
}

/** Numbers to try for an account; so many never collide in one business. */
const candidates = 8

/** Account numbers to try in order, derived from the request (D18), valid for the bank code (D30). */
export function candidateNumbers(entropy: Entropy, bankCode: string): string[] {
  return Array.from({ length: candidates }, (_, counter) =>
    accountNumberFor(bankCode, deriveDigits(entropy, 'account', counter, 10)),
  )
}

/** Returns the account that a customer pays into, or null for flows without one. */
function openAccount({ flow, network, customer }: Intent, accountNumber: string | null): VirtualAccount | null {
  if (!flowHas(flow, 'account')) return null
  if (accountNumber === null) throw new Error(`Every candidate account number of bank ${network} is taken`)
  return { bankName: bankName(network), accountName: customer.accountName, accountNumber }
}
