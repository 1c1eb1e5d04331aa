import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'

/** A file of a page for browsers. */
export const pageFileAnswer = namedAnswer('PageFile', z.string().describe('A page, script, style sheet or icon.'))
