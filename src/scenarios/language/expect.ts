import { z } from 'zod'
import { filledMap, says } from './messages.ts'
import { span, wholeNumber } from './values.ts'

const most = 10_000
const count = wholeNumber(0, most)
const saysCount = says(`{value} is not a count; write a whole number from 0 to ${most}, or bounds such as { gte: 1 }`)

const bounds = filledMap(
  {
    gte: count.optional().describe('At least so many.'),
    lte: count.optional().describe('At most so many.'),
  },
  'is empty; write gte, lte or both',
)

export const expectSchema = filledMap(
  {
    deliveries: z
      .union([count, bounds], { error: saysCount })
      .optional()
      .describe(
        'How many webhooks reached your server. One whose answer was lost counts, a pretended answer does not.',
      ),
    statusQueries: wholeNumber(1, most)
      .optional()
      .describe('At least so many status queries came once the transaction was final.'),
    duplicateCreates: count.optional().describe('At most so many create calls came again with the same reference.'),
    ackedWithin: span.optional().describe('Your slowest 2xx to a webhook took at most this long, in real time.'),
  },
  'is empty; write for example deliveries: 1',
)
