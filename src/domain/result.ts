import { type ResultName, results } from '../catalogue/results.ts'
import type { Result } from './plan.ts'

export function builtInResult(name: ResultName): Result {
  const [code, source, text, telcoResponse, providerMessage] = results[name]
  return { name, code, source, text, telcoResponse, providerMessage }
}

/** Returns the result of an OTP that was not submitted (D26), or of an account that was not paid in full (D30). */
export function expiryResult(what: 'account' | 'otp'): Result {
  return builtInResult(what === 'otp' ? 'otp_failed' : 'expired')
}
