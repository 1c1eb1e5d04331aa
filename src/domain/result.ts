import { type ResultName, results } from '../catalogue/results.ts'
import type { Result } from './plan.ts'

/** A built-in result by its name. */
export function builtInResult(name: ResultName): Result {
  const [code, source, text, telcoResponse, providerMessage] = results[name]
  return { name, code, source, text, telcoResponse, providerMessage }
}
