import { z } from 'zod'
import { namedRequest } from './named.ts'

/** The body of a call that takes nothing: an empty object, or no body at all. */
export const noParameters = namedRequest('NoParameters', z.strictObject({}).describe('Nothing is sent.'))
