import type { CurrencyCode } from '../../catalogue/currencies.ts'
import type { OtpScenario } from '../scenario.ts'

/** The OTP flow is Ghana's alone (spec 1). */
export const otpCurrency: CurrencyCode = 'GHS'

/** Six digits, three attempts, five minutes (D26); what an SMS costs (D21). */
export const usualOtp: OtpScenario = { code: null, attempts: 3, smsFee: 0.05, expiresMs: 5 * 60_000 }
