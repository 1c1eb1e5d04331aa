import { z } from 'zod'

/** Parts that the schemas of several answers of the control API share. */

/** Every member of a union as an enum: one that is missing or not there any more is a type error. */
export const oneOf = <Name extends string>(names: Readonly<Record<Name, true>>) =>
  z.enum(Object.keys(names) as [Name, ...Name[]])

/** A moment of a business's sandbox time. */
export const time = z.iso.datetime().describe("ISO 8601, UTC, in the business's sandbox time.")
/** The transaction that an answer is about. */
export const transactionId = z.string().describe('Id of the transaction.')
/** A sum as people write it. */
export const major = z.number().describe('Major units.')
