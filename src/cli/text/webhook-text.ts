import type { DeliveryView } from '../../control/webhooks/delivery-view.ts'
import type { SignatureHelpView } from '../../control/webhooks/signature-help.ts'
import { labelledText } from '../terminal/fit-text.ts'
import { printableLines } from '../terminal/printable.ts'
import { type Screen, type Style, uncut } from '../terminal/screen.ts'
import { tableOf } from '../terminal/table.ts'

type Attempt = DeliveryView['attempts'][number]

/** `raw` has the body as it is: the other texts are `printableOf` it. */
export function webhookText(
  webhook: DeliveryView,
  screen: Screen,
  raw: DeliveryView,
  nextAt: string | null = null,
): string {
  const { id, reference, status, url, attempts, attemptsLeft = 1, byHand } = webhook
  const { paint } = screen
  // What is to be looked at is the same for each that was refused.
  const explained = attempts.findLast(({ signatureHelp }) => signatureHelp !== undefined)
  const { body } = typeof webhook.body === 'string' ? webhook : raw
  const shown = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  const more = attemptsLeft === 1 ? 'it is the last' : `up to ${attemptsLeft - 1} more follow`
  return [
    `${id}  ${reference}  ${paint(styleOfDelivery(status), status)}  to ${url}${byHand ? ', made by hand' : ''}\n`,
    ...attempts.map((attempt) => attemptText(attempt, screen, attempt === explained)),
    nextAt === null ? '' : `${paint('bold', `attempt ${attempts.length + 1}`)}  due at ${nextAt}; ${more}\n`,
    `${paint('bold', 'body')}${typeof body === 'string' ? '' : ', sent as this JSON without its white space'}\n`,
    `${printableLines(shown)}\n`,
  ].join('')
}

function attemptText(attempt: Attempt, screen: Screen, isExplained: boolean): string {
  const { number, at, headers, response, hint, signatureHelp } = attempt
  const rows = Object.entries(headers).map(([name, value]) => ['', { text: name, style: 'dim' } as const, value])
  const answer = response?.body ? `  ${screen.paint('dim', 'it answered')}  ${response.body}\n` : ''
  return [
    `${screen.paint('bold', `attempt ${number}`)}  ${at}  ${answerText(attempt)}\n`,
    tableOf([{}, {}, {}], rows, uncut(screen)),
    answer,
    hint === undefined ? '' : `  ${hint}\n`,
    signatureHelp && isExplained ? signatureText(signatureHelp, screen) : '',
  ].join('')
}

export function answerText({ response, error, durationMs }: Attempt): string {
  const came = response === null ? `not answered: ${error}` : `answered ${response.status}`
  return durationMs === null ? came : `${came} after ${Math.round(durationMs)} ms`
}

export function styleOfDelivery(status: DeliveryView['status']): Style {
  return status === 'delivered' ? 'green' : status === 'pending' || status === 'held' ? 'yellow' : 'red'
}

/** How a refused webhook (401 or 403) was signed, and what to check; an indented block. */
export function signatureText(help: SignatureHelpView, screen: Screen): string {
  const { scheme, header, signature, signedBytes, key, fault, usualCauses } = help
  return [
    ['signature', `${header}: ${signature ?? 'is missing'}`],
    ['made by', `${scheme}, over ${signedBytes}`],
    ['with', key],
    ...(fault === null ? [] : [['scenario', `makes the signature ${faults[fault]}: to refuse it is right`]]),
    ...usualCauses.map((cause, index) => [`check ${index + 1}`, cause]),
  ]
    .map(([label, text = '']) => labelledText(`    ${label}`, text, screen))
    .join('')
}

const faults: Readonly<Record<NonNullable<SignatureHelpView['fault']>, string>> = {
  missing: 'missing',
  corrupt: 'corrupt',
  'wrong-key': 'with another key',
}
