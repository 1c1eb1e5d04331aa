import { z } from 'zod'
import { webUrl } from './web-url.ts'

/** Names a value in an answer (RFC 6901). */
export const pointer = z
  .string()
  .regex(/^(\/[^/]*)+$/, 'is not a JSON pointer; write for example /status, or /order/credited for a field inside')
  .describe('JSON pointer into the answer.')

const scalar = z.union([z.string(), z.number(), z.boolean()])

/** How to ask the merchant's server about an order, and where its answer says the result. */
export const probeSchema = z.strictObject({
  get: z
    .string()
    .refine((text) => text.includes('{reference}'), {
      error: 'names no order; write {reference} where its reference belongs',
    })
    .refine((text) => webUrl(text.replaceAll('{reference}', 'x')) !== null, {
      error: 'is not a web address; write for example http://127.0.0.1:3000/orders/{reference}',
    })
    .describe('Address of an order; {reference} stands for the reference of its create call.'),
  paid: z.strictObject({ at: pointer, is: scalar }).describe('Where the answer says that the order is paid.'),
  credited: pointer.optional().describe('Where the answer has what was credited, in major units.'),
})

export type Probe = z.output<typeof probeSchema>

/** Returns what a JSON pointer names in a value (RFC 6901), or undefined. */
export function valueAtPointer(value: unknown, pointer: string): unknown {
  const steps = pointer.slice(1).split('/')
  return steps.reduce<unknown>((found, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof found === 'object' && found !== null && Object.hasOwn(found, name)
      ? (found as Record<string, unknown>)[name]
      : undefined
  }, value)
}
