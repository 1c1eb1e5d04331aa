import { shellQuoted } from '../../text.ts'

/** Quotes a text for a shell only if it has more than plain characters. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text)
}
