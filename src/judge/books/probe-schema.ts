import { z } from 'zod'
import { pointer } from '../../domain/json.ts'
import { webUrl } from '../../domain/web-url.ts'
import { sumsKinds } from '../rules/books.ts'

const scalar = z.union([z.string(), z.number(), z.boolean()], { error: 'is not a text, a number or true or false' })
const values = z.union([scalar, z.array(scalar).min(1)], { error: 'is neither a value nor a list of values' })

/** The address or the command that asks about one name, such as `{reference}`; `others` may be in its place. */
function waysWith(name: '{reference}' | '{customer}', what: string, others: readonly string[] = []) {
  const its = name === '{reference}' ? 'its reference' : 'the number'
  const names = [name, ...others]
  return {
    get: z
      .string()
      .refine((text) => names.some((one) => text.includes(one)), {
        error: `names no ${what}; write ${name} where ${its} belongs`,
      })
      .refine((text) => webUrl(names.reduce((url, one) => url.replaceAll(one, 'x'), text)) !== null, {
        error: `is not a web address; write for example http://127.0.0.1:3000/${what}s/${name}`,
      })
      .optional()
      .describe(`Address of the answer; ${name} stands for the ${what}.`),
    command: z
      .string()
      .min(1)
      .optional()
      .describe(`In place of an address a command of the shell that prints the answer; ${name} is quoted.`),
    headers: z.record(z.string(), z.string()).optional().describe('Headers of the call to the address.'),
  }
}

const orderKeys = {
  ...waysWith('{reference}', 'order'),
  paid: z.strictObject({ at: pointer, is: values }).describe('Where the answer says that the order is paid.'),
  credited: pointer.optional().describe('Where the answer has what was credited, in major units.'),
  order: pointer.optional().describe('Where the answer names the order that the reference pays for.'),
  price: pointer.optional().describe('Where the answer has the price of the order, in major units.'),
  sums: z
    .enum(sumsKinds)
    .default('price')
    .describe('price: an order costs a price; received: a wallet is credited with what came.'),
}
const orders = z.strictObject(orderKeys).superRefine(hasOneWay)

const payouts = z
  .strictObject({
    ...waysWith('{reference}', 'withdrawal'),
    state: z.strictObject({ at: pointer, sent: values, failed: values, open: values.optional() }),
    taken: pointer.optional().describe('Where the answer has what the user is out of pocket, in major units.'),
    fee: pointer
      .optional()
      .describe('Where the answer has the part of it that is your own fee, in major units. Default: there is none.'),
    withdrawal: pointer.optional().describe('Where the answer names the withdrawal that the reference belongs to.'),
  })
  .superRefine(hasOneWay)

const balance = z
  .strictObject({
    ...waysWith('{customer}', 'wallet', ['{local}']),
    at: pointer.describe('Where the answer has the balance.'),
  })
  .superRefine(hasOneWay)

const { paid, sums, ...otherOrderKeys } = orderKeys

/** How to ask the merchant's books about the money of a run. The keys of `orders` may stand at the top. */
export const probeSchema = z
  .strictObject({
    ...otherOrderKeys,
    paid: paid.optional(),
    sums: sums
      .unwrap()
      .optional()
      .describe(sums.description ?? ''),
    orders: orders.optional().describe('How to ask about collections.'),
    payouts: payouts.optional().describe('How to ask about payouts.'),
    balance: balance
      .optional()
      .describe(
        "How to ask about a customer's balance; {customer} is the account number in international digits, {local} in local ones. The other is asked if one has no wallet or nothing in it.",
      ),
  })
  .superRefine((probe, context) => {
    const { orders: _, payouts, balance, ...short } = probe
    if (Object.keys(short).length === 0) {
      const asks = probe.orders ?? payouts ?? balance
      if (asks === undefined)
        context.addIssue({ code: 'custom', message: 'asks nothing; write orders, payouts or balance' })
      return
    }
    if (probe.orders !== undefined) {
      const message = `is a key of orders; write orders: { ${Object.keys(short).join(', ')} }`
      return context.addIssue({ code: 'custom', message, path: Object.keys(short).slice(0, 1) })
    }
    hasOneWay(probe, context)
    if (probe.paid === undefined) {
      context.addIssue({ code: 'custom', message: 'is missing; write paid: { at: /status, is: paid }', path: ['paid'] })
    }
  })

export type WrittenProbe = z.output<typeof probeSchema>
export type OrdersProbe = z.output<typeof orders>
export type PayoutsProbe = z.output<typeof payouts>

/** The probe of collections, written under `orders` or at the top; null for none. */
export function ordersIn({ orders, payouts: _, balance: __, paid, sums = 'price', ...short }: WrittenProbe) {
  return orders ?? (paid === undefined ? null : { ...short, paid, sums })
}

function hasOneWay({ get, command }: { readonly get?: unknown; readonly command?: unknown }, context: z.RefinementCtx) {
  if ((get === undefined) === (command === undefined)) {
    const message = get === undefined ? 'is missing; write get or command' : 'write either get or command'
    context.addIssue({ code: 'custom', message, path: ['get'] })
  }
}
