import type { SignatureHelpView } from '../../control/webhooks/signature-help.ts'
import { printable } from '../terminal/printable.ts'
import type { Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/wrap-text.ts'

const indent = '    '
const labelWidth = 10

/** How a webhook was signed that was answered 401 or 403, and what to look at; a block of its own, moved to the right. */
export function signatureText(help: SignatureHelpView, { columns, paint }: Screen): string {
  const { scheme, header, signature, signedBytes, key, fault, usualCauses } = help
  const room = (columns ?? Number.POSITIVE_INFINITY) - indent.length - labelWidth
  const entry = (label: string, text: string) =>
    wrapText(printable(text), room).map((line, index) => {
      const shown = (index === 0 ? label : '').padEnd(labelWidth)
      return `${indent}${paint('dim', shown)}${line}\n`
    })
  const value = signature === null ? 'is missing' : signature
  return [
    ...entry('signature', `${header}: ${value}`),
    ...entry('made by', `${scheme}, over ${signedBytes}`),
    ...entry('with', key),
    ...(fault === null ? [] : entry('scenario', `makes the signature ${faults[fault]}: to refuse it is right`)),
    ...usualCauses.flatMap((cause, index) => entry(`check ${index + 1}`, cause)),
  ].join('')
}

const faults: Readonly<Record<NonNullable<SignatureHelpView['fault']>, string>> = {
  missing: 'missing',
  corrupt: 'corrupt',
  'wrong-key': 'with another key',
  stale: 'ten minutes old',
}
