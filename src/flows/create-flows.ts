import type { RawBody } from '../contract/field.ts'
import type { JsonObject } from '../domain/json.ts'
import type { Rates } from '../domain/rates.ts'
import type { Settings } from '../domain/settings.ts'
import type { Intent } from '../domain/transaction.ts'
import type { CreateFlow, CreateRequest } from './define-create.ts'
import { collectMobileMoney } from './mobile-money/collect.ts'
import { payBank, payMobileMoney } from './payout/pay.ts'
import { generateVirtualAccount } from './virtual-account/generate.ts'

export const createFlows = [collectMobileMoney, generateVirtualAccount, payBank, payMobileMoney] as const

/** The intent of a create request, or the messages of broken rules, or null if the path is not a create call. */
export type ReadCreate = (path: string, body: RawBody, settings: Settings) => CreateRequest | readonly string[] | null

export function createReadCreate(rates: Rates, flows: readonly CreateFlow[] = createFlows): ReadCreate {
  return (path, body, settings) => flows.find((flow) => flow.path === path)?.read(body, settings, rates) ?? null
}

export function createCallOf(intent: Intent): { readonly path: string; readonly body: JsonObject } {
  const flow = createFlows.find((each) => each.flow === intent.flow)
  if (flow === undefined) throw new Error(`No flow is called ${intent.flow}`)
  return { path: flow.path, body: flow.toBody(intent) }
}
