import { businessRules, type RefusalName } from '../catalogue/business-rules.ts'
import type { JsonObject } from './json.ts'
import { toDecimalString } from './money.ts'
import { Rejection } from './rejection.ts'
import type { Intent } from './transaction.ts'

/** The refusal by a rule of D10, its text filled in; `limitMinor` is the limit an amount missed, in minor units. */
export function refuse(
  rule: RefusalName,
  { currency, network }: Pick<Intent, 'currency' | 'network'>,
  limitMinor = 0,
): Rejection {
  const text = businessRules[rule].text
    .replace('{currency}', currency)
    .replace('{network}', () => network)
    .replace('{limit}', toDecimalString(limitMinor, currency))
  return new Rejection(rule, text, rule === 'provider_downtime' ? { extra: providerDown } : {})
}

/** D31: what the provider said, beside the service's sentence. */
const providerDown: JsonObject = {
  provider_hook_response: { status: 'FAILED', message: 'The provider is not available at the moment' },
}
