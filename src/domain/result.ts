import { type ResultName, rowOfResult } from '../catalogue/results.ts'
import type { Result } from './plan.ts'

interface WrittenResult extends Pick<Result, 'code' | 'source' | 'text'> {
  readonly telcoResponse?: string | null | undefined
  readonly providerMessage?: string | undefined
}

export function resultOf(name: string, written: WrittenResult): Result {
  const { code, source, text, telcoResponse = null, providerMessage = 'Failed' } = written
  return { name, code, source, text, telcoResponse, providerMessage }
}

export function builtInResult(name: ResultName): Result {
  const [code, source, text, more] = rowOfResult(name)
  return resultOf(name, { code, source, text, ...more })
}

/** Returns the result of an OTP that was not submitted (D26), or of an account that was not paid in full (D30). */
export function expiryResult(what: 'account' | 'otp'): Result {
  return builtInResult(what === 'otp' ? 'otp_failed' : 'expired')
}
