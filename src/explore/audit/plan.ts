import { z } from 'zod'
import { pointer } from '../../domain/json.ts'
import { flows } from '../../domain/transaction.ts'
import { webUrl } from '../../domain/web-url.ts'
import { probeSchema } from '../../oracle/probe-schema.ts'
import { readChecked } from '../read-checked.ts'

const address = z.string().refine((text) => webUrl(text) !== null, {
  error: 'is not a web address; write for example http://127.0.0.1:3000/orders',
})

const planSchema = z.strictObject({
  order: z.strictObject({
    post: address,
    body: z.record(z.string(), z.unknown()),
    reference: pointer,
  }),
  probe: probeSchema.optional(),
  callback: address.optional(),
  flows: z.array(z.enum(flows)).optional(),
  restart: z.string().min(1).optional(),
})

export type AuditPlan = z.output<typeof planSchema>

/** Reads a plan. Throws a `ScenarioFilesError` with each problem, its place and what to write. */
export function readPlan(file: string): Promise<AuditPlan> {
  return readChecked(file, planSchema, 'write one: payments-sandbox audit --example > audit.yaml')
}

export const examplePlan = `# A plan for payments-sandbox audit --plan audit.yaml
# Start your shop with http://127.0.0.1:4747 as the base URL of the payments service and test_sandbox as its key.

# How an order is placed. {accountNumber} stands for the customer's phone number.
order:
  post: http://127.0.0.1:3000/orders
  body: { amount: 10.5, currency: GHS, network: MTN, phone: "{accountNumber}" }
  # Where the answer has the order's reference (a JSON pointer).
  reference: /reference

# How your shop is asked what became of an order. Without it nothing about money is checked.
probe:
  get: http://127.0.0.1:3000/orders/{reference}
  paid: { at: /status, is: paid }
  # What was credited, in major units.
  credited: /credited

# Where forged webhooks are sent. Default: the callback that your shop gives.
# callback: http://127.0.0.1:3000/webhooks

# Default: the flow that the order's create call uses.
# flows: [mobile-money]

# How your shop is started. With it, audit starts the shop, kills it after a webhook, and starts it again.
# restart: node shop.js
`
