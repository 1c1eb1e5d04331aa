import { z } from 'zod'
import { filledMap, says } from './messages.ts'
import { span, wholeNumber } from './values.ts'

/** More webhooks or calls than any one transaction sees. */
const most = 10_000
const count = wholeNumber(0, most)
const saysCount = says(`{value} is not a count; write a whole number from 0 to ${most}, or bounds such as { gte: 1 }`)

const bounds = filledMap({ gte: count.optional(), lte: count.optional() }, 'is empty; write gte, lte or both')

/** What a scenario expects of the merchant's code. */
export const expectSchema = filledMap(
  {
    deliveries: z.union([count, bounds], { error: saysCount }).optional(),
    statusQueries: wholeNumber(1, most).optional(),
    duplicateCreates: count.optional(),
    ackedWithin: span.optional(),
  },
  'is empty; write for example deliveries: 1',
)
