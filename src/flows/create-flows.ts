import type { RawBody } from '../contract/field.ts'
import type { JsonObject } from '../domain/json.ts'
import type { Rates } from '../domain/rates.ts'
import type { Settings } from '../domain/settings.ts'
import type { Flow, Intent } from '../domain/transaction.ts'
import type { CreateFlow, CreateRequest } from './define-create.ts'
import { collectMobileMoney } from './mobile-money/collect.ts'
import { payBank, payMobileMoney } from './payout/pay.ts'
import { generateVirtualAccount } from './virtual-account/generate.ts'

export const createFlows = {
  'mobile-money': collectMobileMoney,
  'virtual-account': generateVirtualAccount,
  'bank-payout': payBank,
  'mobile-money-payout': payMobileMoney,
} satisfies Readonly<Record<Flow, CreateFlow>>

/** The intent of a create request, or the messages of broken rules, or null if the path is not a create call. */
export type ReadCreate = (path: string, body: RawBody, settings: Settings) => CreateRequest | readonly string[] | null

export function createReadCreate(rates: Rates): ReadCreate {
  const byPath = new Map<string, CreateFlow>(Object.values(createFlows).map((flow) => [flow.path, flow]))
  return (path, body, settings) => byPath.get(path)?.read(body, settings, rates) ?? null
}

export function createCallOf(intent: Intent): { readonly path: string; readonly body: JsonObject } {
  const { path, toBody } = createFlows[intent.flow]
  return { path, body: toBody(intent) }
}
