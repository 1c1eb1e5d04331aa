import type { CurrencyCode } from '../../catalogue/currencies.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Intent } from '../../domain/transaction.ts'
import type { OtpScenario } from '../scenario.ts'

/** The OTP flow is Ghana's alone (spec 1). */
export const otpCurrency: CurrencyCode = 'GHS'

/** Six digits, three attempts, five minutes (D26); what an SMS costs (D21). */
export const usualOtp: OtpScenario = { code: null, attempts: 3, smsFee: 0.05, expiresMs: 5 * 60_000 }

/** True for a collection whose customer is sent an OTP by the setting smsOtp, whatever the scenario (D26). */
export function networkSendsOtp({ flow, currency, network }: Intent, smsOtp: Settings['smsOtp']): boolean {
  if (flow !== 'mobile-money' || currency !== otpCurrency) return false
  return smsOtp === true || smsOtp.some((code) => bareCode(code) === bareCode(network))
}

/** MTN_GH is MTN, in Ghana. */
function bareCode(code: string): string {
  return code.replace(/_GH$/, '')
}
