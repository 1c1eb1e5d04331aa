import { z } from 'zod'
import { flows } from '../../domain/transaction.ts'
import { filledMap, type Says, says, saysEmptyList, saysName, saysText } from './messages.ts'
import { decimal, text } from './values.ts'

/** A list without repeated items. */
function differing<Item extends z.ZodType>(list: z.ZodArray<Item>): z.ZodArray<Item> {
  const judged = list.superRefine((items, { addIssue }) => {
    const seen = new Set<unknown>()
    for (const [index, item] of items.entries()) {
      if (seen.has(item)) addIssue({ code: 'custom', path: [index], message: '{value} appears twice; leave one out' })
      seen.add(item)
    }
  })
  return judged.meta({ uniqueItems: true })
}

/** An item, or a list of differing ones; it is read as a list. */
function oneOrMore<Item extends z.ZodType>(item: Item, what: string, error: Says) {
  const list = differing(z.array(item).min(1, { error: saysEmptyList(what) }))
  return z.union([item, list], { error }).transform((value) => (Array.isArray(value) ? value : [value]))
}

const flow = z.enum(flows, { error: saysName('a flow', flows) })
const flowOrFlows = oneOrMore(flow, 'flow', saysName('a flow', flows))

const saysAmount = says('{value} is not an amount; write a number from 0 to 10^15 with at most 6 decimal places')
const amount = decimal(10 ** 15, 6, saysAmount)
const bounds = filledMap(
  {
    gt: amount.optional().describe('Above.'),
    gte: amount.optional().describe('This or above.'),
    lt: amount.optional().describe('Below.'),
    lte: amount.optional().describe('This or below.'),
  },
  'is empty; write one or two of gt, gte, lt, lte',
)
const amountOrBounds = z.union([amount, bounds], {
  error: says('{value} is not an amount; write a number, or bounds such as { gt: 1000 } with gt, gte, lt, lte'),
})
/** An amount in major units: exact, or within bounds. */
export type AmountCondition = z.output<typeof amountOrBounds>

const globs = oneOrMore(text, 'pattern', saysText).optional()

export const matchSchema = filledMap(
  {
    flow: flowOrFlows.optional().describe('The kind of transaction, or a list of them.'),
    accountNumber: globs.describe('The number of the customer or recipient. A phone number in any written form.'),
    reference: globs.describe('Your reference.'),
    network: globs.describe('The network code of the request, or the bank code of a virtual account.'),
    currency: globs.describe('The currency code.'),
    reason: globs.describe('The reason of the request.'),
    amount: amountOrBounds
      .optional()
      .describe('The amount in major units: exactly this, or between bounds that all hold.'),
  },
  'is empty; write what must hold, or leave match out',
)

/** Conditions on the facts of a request: every given key must match, by any of its globs. */
export type Match = Readonly<z.output<typeof matchSchema>>
export type WrittenMatch = z.input<typeof matchSchema>
