import { type BoundEndpoint, bindEndpoint } from '../contract/endpoint.ts'
import { queryAccount } from './account-query/query.ts'
import { showBalance } from './balance/show.ts'
import { createFlows } from './create-flows.ts'
import { findPayment } from './payments/find.ts'
import { quoteRate } from './rates/quote.ts'
import type { FlowTools } from './tools.ts'

export { createCallOf, createReadCreate } from './create-flows.ts'
export { presentFinal } from './final-record.ts'

export function serviceEndpoints(tools: FlowTools): readonly BoundEndpoint[] {
  return [
    ...Object.values(createFlows).flatMap(({ endpoints }) => endpoints(tools)),
    bindEndpoint(findPayment, tools),
    bindEndpoint(showBalance, tools),
    bindEndpoint(quoteRate, tools),
    bindEndpoint(queryAccount, tools),
  ]
}
