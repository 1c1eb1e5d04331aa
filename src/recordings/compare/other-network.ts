import { isCurrencyCode } from '../../catalogue/currencies.ts'
import { isObject } from '../../domain/json.ts'
import { normalisePhone, whyNoNumberOf } from '../../domain/phone.ts'
import type { Settings } from '../../domain/settings.ts'
import { isMobileMoney } from '../../domain/transaction.ts'
import type { Payment } from '../read/conversation.ts'
import type { NamedResult } from './result.ts'

/** True if a number is not of the network that a mobile money request names (D32). */
export function isOtherNetwork(
  { flow, asked }: Pick<Payment, 'flow' | 'asked'>,
  { homeCountries: homes }: Settings,
): boolean {
  if (!isMobileMoney(flow)) return false
  const [recipient] = Array.isArray(asked.recipients) ? asked.recipients.filter(isObject) : []
  const { accountNumber, network, currency } = recipient ?? asked
  if (typeof accountNumber !== 'string' || typeof network !== 'string' || !isCurrencyCode(currency)) return false
  const number = normalisePhone(accountNumber, currency, { homes, network })
  return number !== null && whyNoNumberOf(network, number.international) !== null
}

/** True for an end that a number of another network can have: it is not noticed, or refused (D32). */
export function isOtherEnd(status: unknown, result: NamedResult | null): boolean {
  return status === 'COMPLETED' || result?.name === 'invalid_customer_account'
}
