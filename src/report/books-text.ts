import { wrapText } from '../words/wrap-text.ts'
import type { FindingBooks } from './report.ts'

/** Widths that leave four columns of a terminal of 80 for an indent. */
const ledgerWidth = 46
const shopWidth = 28
const lineWidth = 76
const leastAfterWidth = 8

/** Both books side by side, with the steps below. Longer words, such as a long reference, stay whole. */
export function booksLines({ rows, steps, more }: FindingBooks): readonly string[] {
  const isBooked = rows.some(({ shop }) => shop !== null)
  const titles = besides('IN THE LEDGER OF THE SANDBOX', isBooked ? 'IN THE BOOKS OF YOUR SHOP' : '')
  const both = rows.flatMap(({ what, ledger, shop }) => {
    return besides(ledger === '' ? `and ${what}` : `${what}: ${ledger}`, shop ?? '')
  })
  const isOne = new Set(steps.map(({ reference }) => reference)).size === 1
  const afterWidth = Math.max(leastAfterWidth, ...steps.map(({ after }) => after.length + 2))
  const happened = steps.flatMap(({ after, reference, text }) => {
    const lines = wrapText(isOne ? text : `${reference}: ${text}`, lineWidth - afterWidth)
    return lines.map((line, index) => `${(index === 0 ? after : '').padEnd(afterWidth)}${line}`)
  })
  return [...titles, ...both, ...happened, ...(more > 0 ? [`and ${more} more`] : [])]
}

function besides(left: string, right: string): readonly string[] {
  const [lefts, rights] = [wrapText(left, ledgerWidth), wrapText(right, shopWidth)]
  const count = Math.max(lefts.length, rights.length)
  return Array.from({ length: count }, (_, index) =>
    `${(lefts[index] ?? '').padEnd(ledgerWidth)}  ${rights[index] ?? ''}`.trimEnd(),
  )
}
