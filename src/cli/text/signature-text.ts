import type { SignatureHelpView } from '../../control/webhooks/signature-help.ts'
import { labelledText } from '../terminal/fit-text.ts'
import { printable } from '../terminal/printable.ts'
import type { Screen } from '../terminal/screen.ts'

const labelWidth = 14

/** How a webhook was signed that was answered 401 or 403, and what to look at; a block of its own, moved to the right. */
export function signatureText(help: SignatureHelpView, screen: Screen): string {
  const { scheme, header, signature, signedBytes, key, fault, usualCauses } = help
  const entry = (label: string, text: string) => labelledText(`    ${label}`, printable(text), labelWidth, screen)
  const value = signature === null ? 'is missing' : signature
  return [
    entry('signature', `${header}: ${value}`),
    entry('made by', `${scheme}, over ${signedBytes}`),
    entry('with', key),
    fault === null ? '' : entry('scenario', `makes the signature ${faults[fault]}: to refuse it is right`),
    ...usualCauses.map((cause, index) => entry(`check ${index + 1}`, cause)),
  ].join('')
}

const faults: Readonly<Record<NonNullable<SignatureHelpView['fault']>, string>> = {
  missing: 'missing',
  corrupt: 'corrupt',
  'wrong-key': 'with another key',
  stale: 'ten minutes old',
}
