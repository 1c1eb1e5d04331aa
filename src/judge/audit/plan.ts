import { z } from 'zod'
import { pointer } from '../../domain/json.ts'
import { webUrl } from '../../domain/web-url.ts'
import { probeSchema } from '../books/probe-schema.ts'
import { readChecked } from '../explore/read-checked.ts'

const address = z.string().refine((text) => webUrl(text) !== null, {
  error: 'is not a web address; write for example http://127.0.0.1:3000/orders',
})

const headers = z.record(z.string(), z.string())

/** Where an answer has the reference: in its body, or in a header. */
const referencePlace = z.string().refine((text) => headerNamed(text) !== null || pointer.safeParse(text).success, {
  error: 'is not a place in an answer; write a JSON pointer such as /reference, or header X-Reference',
})

/** A call that a customer makes; placeholders such as `{accountNumber}` may be in every text of it. */
const placing = z
  .strictObject({
    post: address,
    headers: headers.optional(),
    body: z.record(z.string(), z.unknown()).optional(),
    form: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    reference: referencePlace.optional(),
  })
  .superRefine(({ body, form }, context) => {
    if ((body === undefined) !== (form === undefined)) return
    const message = body === undefined ? 'is missing; write body (JSON) or form' : 'write either body or form'
    context.addIssue({ code: 'custom', message, path: ['body'] })
  })

const planSchema = z
  .strictObject({
    order: placing.optional(),
    payout: placing.optional(),
    headers: headers.optional(),
    probe: probeSchema.optional(),
    callback: address.optional(),
    ask: address.optional(),
    restart: z.string().min(1).optional(),
  })
  .superRefine(({ order, payout }, context) => {
    if (order === undefined && payout === undefined) {
      context.addIssue({ code: 'custom', message: 'is missing; write order, payout or both', path: ['order'] })
    }
  })

export type Placing = z.output<typeof placing>
export type AuditPlan = z.output<typeof planSchema>

/** The header that has the reference: `header X-Reference`; null for a place in the body. */
export function headerNamed(reference: string): string | null {
  return /^header ([\w-]+)$/i.exec(reference)?.[1] ?? null
}

/** What a customer asks for. */
export type Subject = 'order' | 'payout'

/** How the plan places the subject of rows that one subject is enough for. */
export function mainSubject({ order }: AuditPlan): Subject {
  return order === undefined ? 'payout' : 'order'
}

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
  # Where the answer has the order's reference: a JSON pointer, or header NAME. Default: it is read from the create call.
  reference: /reference

# What each call carries, such as a login. {env:NAME} is a variable, {fresh} another text for each order.
# headers: { Cookie: "session={env:SHOP_SESSION}", Idempotency-Key: "{fresh}" }

# How a customer withdraws money. A plan has order, payout or both.
# payout:
#   post: http://127.0.0.1:3000/withdrawals
#   body: { amount: 5, phone: "{accountNumber}" }
#   reference: /reference

# How your shop is asked what became of an order. Without it nothing about money is checked.
probe:
  orders:
    get: http://127.0.0.1:3000/orders/{reference}
    paid: { at: /status, is: [paid, fulfilled] }
    # What was credited, in major units.
    credited: /credited
    # Which order a reference pays for, if a customer can try again.
    # order: /id
  # payouts:
  #   get: http://127.0.0.1:3000/withdrawals/{reference}
  #   state: { at: /state, sent: [paid], failed: [failed], open: [pending] }
  #   taken: /taken
  # balance: { get: "http://127.0.0.1:3000/wallets/{customer}", at: /balance }

# What makes your shop ask for the status of what is open now, if a timer does it: audit posts {} there.
# ask: http://127.0.0.1:3000/cron

# Where forged webhooks are sent. Default: the callback that your shop gives.
# callback: http://127.0.0.1:3000/webhooks

# How your shop is started. With it, audit starts the shop, kills it at bad moments, and starts it again.
# restart: node shop.js
`
