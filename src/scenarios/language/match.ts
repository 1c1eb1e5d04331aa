import { z } from 'zod'
import { flows } from '../../domain/transaction.ts'
import { says, saysEmptyList, saysJsonText, saysName, saysText, strictMap } from './messages.ts'
import { textOr } from './values.ts'

/** A list that says nothing twice. */
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

const flow = z.enum(flows, { error: saysName('a flow', flows) })
const flowOrFlows = z.union([flow, differing(z.array(flow).min(1, { error: saysEmptyList('flow') }))], {
  error: saysName('a flow', flows),
})

const saysAmount = says('{value} is not an amount; write a number from 0 to 10^15 with at most 6 decimal places')
const amount = z
  .number({ error: saysAmount })
  .min(0, { error: saysAmount, abort: true })
  .max(10 ** 15, { error: saysAmount, abort: true })
  .refine((value) => /^\d+(\.\d{1,6})?$/.test(String(value)), {
    error: '{value} has more than 6 decimal places; round it',
  })

const bounds = strictMap({
  gt: amount.optional(),
  gte: amount.optional(),
  lt: amount.optional(),
  lte: amount.optional(),
})
  .refine(isFilled, { error: 'is empty; write one or two of gt, gte, lt, lte', when: isRightSoFar })
  .meta({ minProperties: 1 })

const amountOrBounds = z.union([amount, bounds], {
  error: says('{value} is not an amount; write a number, or bounds such as { gt: 1000 } with gt, gte, lt, lte'),
})

/** What is said of a match: a file is YAML, a queued scenario comes as JSON. */
interface Words {
  readonly text: typeof saysText
  readonly isEmpty: string
}

function matchMap(words: Words) {
  const text = textOr(words.text)
  const list = differing(z.array(text).min(1, { error: saysEmptyList('pattern') }))
  const globs = z.union([text, list], { error: words.text }).optional()
  return strictMap({
    flow: flowOrFlows.optional(),
    accountNumber: globs,
    reference: globs,
    network: globs,
    currency: globs,
    reason: globs,
    amount: amountOrBounds.optional(),
  })
    .refine(isFilled, { error: words.isEmpty, when: isRightSoFar })
    .meta({ minProperties: 1 })
}

/** When a scenario is chosen by the facts of a request. */
export const matchSchema = matchMap({
  text: saysText,
  isEmpty: 'is empty; write what must hold, or name the scenario in defaults.scenario',
})

/** The same, in words for those who send JSON. */
export const jsonMatchSchema = matchMap({
  text: saysJsonText,
  isEmpty: 'is empty; write what must hold, or leave match out',
})

function isFilled(value: object): boolean {
  return Object.keys(value).length > 0
}

/** For a map with nothing but unknown keys those are reported, not that it is empty. */
function isRightSoFar({ issues }: z.core.ParsePayload): boolean {
  return issues.length === 0
}
