import { type BoundEndpoint, bindEndpoint } from '../contract/endpoint.ts'
import { queryAccount } from './account-query/query.ts'
import { showBalance } from './balance/show.ts'
import { payBank } from './bank-payout/pay.ts'
import { collectMobileMoney } from './mobile-money/collect.ts'
import { payMobileMoney } from './mobile-money-payout/pay.ts'
import { submitOtp } from './otp/submit.ts'
import { findPayment } from './payments/find.ts'
import { quoteRate } from './rates/quote.ts'
import type { FlowTools } from './tools.ts'
import { generateVirtualAccount } from './virtual-account/generate.ts'

export { presentFinal } from './present-final.ts'
export { createReadCreate } from './read-create.ts'

/** Every endpoint that mirrors the service. */
export function serviceEndpoints(tools: FlowTools): readonly BoundEndpoint[] {
  return [
    bindEndpoint(collectMobileMoney, tools),
    bindEndpoint(submitOtp, tools),
    bindEndpoint(generateVirtualAccount, tools),
    bindEndpoint(payBank, tools),
    bindEndpoint(payMobileMoney, tools),
    bindEndpoint(findPayment, tools),
    bindEndpoint(showBalance, tools),
    bindEndpoint(quoteRate, tools),
    bindEndpoint(queryAccount, tools),
  ]
}
