import { type Config, ConfigError } from '../../config.ts'

const usualKey = 'test_sandbox'

/**
 * The key that other programs are given: the usual one, or where only declared ones count the first of them. Throws a
 * `ConfigError` where none is declared.
 */
export function handedKey({ keys, businesses }: Pick<Config, 'keys' | 'businesses'>): string {
  if (keys === 'any') return usualKey
  const declared = Object.keys(businesses).find((key) => key !== 'default')
  if (declared !== undefined) return declared
  throw new ConfigError([
    'keys: declared accepts only the keys under businesses, and none is declared there; write for example businesses: { test_shop: {} }',
  ])
}
