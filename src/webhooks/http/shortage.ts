import { codeOf } from '../../error-code.ts'

/** Wait before the next try during a shortage of file descriptors. */
export const shortageMs = 200

export function isShortage(error: unknown): boolean {
  return ['EMFILE', 'ENFILE'].includes(codeOf(error))
}
