import { businessRules, type RefusalName } from '../catalogue/business-rules.ts'
import { filled } from '../text.ts'
import type { JsonObject } from './json.ts'
import { toDecimalString } from './money.ts'
import { Rejection } from './rejection.ts'
import type { Intent } from './transaction.ts'

/** Makes the refusal of a rule of D10. `limitMinor` is the limit that the amount missed. */
export function refuse(
  rule: RefusalName,
  { currency, network }: Pick<Intent, 'currency' | 'network'>,
  limitMinor = 0,
): Rejection {
  const limit = toDecimalString(limitMinor, currency)
  const text = filled(businessRules[rule].text, { currency, network, limit })
  return new Rejection(rule, text, rule === 'provider_downtime' ? { extra: providerDown } : {})
}

/** D31: the provider's text beside the service's sentence. */
const providerDown: JsonObject = {
  provider_hook_response: { status: 'FAILED', message: 'The provider is not available at the moment' },
}
