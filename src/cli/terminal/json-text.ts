import { printableLines } from './printable.ts'

/** JSON as a terminal may get it: what would steer one is escaped in the way of JSON, so that it reads the same. */
export function jsonText(value: unknown, indent = 0): string {
  return `${printableLines(JSON.stringify(value, null, indent))}\n`
}
