import { z } from 'zod'
import { lastMs } from '../domain/clock.ts'
import { isObject } from '../domain/json.ts'
import { webUrl } from '../domain/web-url.ts'

// A line bounds what a create call can make longer. The database turns half a character into another one.
export const longText = z.string().refine((value) => value.isWellFormed(), { error: 'has half a character' })
export const text = longText.max(64 * 1024, { error: 'is longer than 65536 characters' })
export const list = <Item extends z.ZodType>(item: Item, most = 10_000) =>
  z.array(item).max(most, { error: `has more than ${most} entries` })
export const url = text.refine((value) => webUrl(value) !== null, { error: 'is not an http or https URL' })
export const minor = z.int().min(0)
/** What adds up, one at a time. */
export const count = z.int().min(0).max(1_000_000_000)
/** How many there are to be: the bounds of the scenario language. */
export const from1To = (most: number) => z.int().min(1).max(most)
export const ms = z.int().min(0).max(lastMs)
export const at = z.int().min(0).max(lastMs).describe('Sandbox time in milliseconds since 1970.')
/** The largest id of an event in a file. Ids of later events are above it. */
const lastEvent = 2 ** 48
export const eventId = z.int().min(1).max(lastEvent)
/** Any object, taken as it is: of 100,000 keys none is looked at. */
export const json = z
  .custom<Readonly<Record<string, unknown>>>()
  .superRefine((value, context) => {
    if (!isObject(value)) context.addIssue({ code: 'invalid_type', expected: 'record', input: value })
  })
  .meta({ type: 'object', additionalProperties: {} })
export const transactionId = text.min(1).describe('The id of a transaction of this file.')
