import { type BoundEndpoint, bindEndpoint } from '../contract/endpoint.ts'
import { collectMobileMoney } from './mobile-money/collect.ts'
import { findPayment } from './payments/find.ts'
import type { FlowTools } from './tools.ts'
import { generateVirtualAccount } from './virtual-account/generate.ts'

export { presentFinal } from './present-final.ts'

/** Every endpoint that mirrors the service. */
export function serviceEndpoints(tools: FlowTools): readonly BoundEndpoint[] {
  return [
    bindEndpoint(collectMobileMoney, tools),
    bindEndpoint(generateVirtualAccount, tools),
    bindEndpoint(findPayment, tools),
  ]
}
