import type { SignatureHelpView } from '../../control/webhooks/signature-help.ts'
import type { Screen, Style } from '../terminal/screen.ts'
import { signatureText } from './signature-text.ts'

/** What `GET /_sandbox/events` sends for one event. */
export interface Happened {
  readonly event: string
  readonly at: string
  /** Of an attempt to deliver a webhook that was answered 401 or 403. */
  readonly signatureHelp?: SignatureHelpView
  readonly [fact: string]: unknown
}

/** What a call was answered, and the simulated fault that did it. */
export function answerOf({ status, fault }: Happened): string {
  return status === null ? `no answer (${fault})` : `${status}${fault === null ? '' : ` (${fault})`}`
}

/** Why a call was refused, in either form of a refusal (D6, D8); nothing where it was not. */
export function messagesIn({ status, answer }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (typeof status !== 'number' || status < 400) return []
  return [answer]
    .flat()
    .flatMap((one) => (typeof one === 'object' && one !== null && 'message' in one ? one.message : []))
}

/** What stands below an event: how a webhook was signed that was refused, once for each; its next attempts are the same. */
export function textsBelow(): (happened: Happened, screen: Screen) => string {
  const explained = new Set<unknown>()
  return ({ deliveryId, signatureHelp }, screen) => {
    if (signatureHelp === undefined || explained.has(deliveryId)) return ''
    explained.add(deliveryId)
    return signatureText(signatureHelp, screen)
  }
}

export function styleOf({ event, status }: Happened): Style {
  const isGood = typeof status === 'number' && status < 400
  if (event === 'request') return isGood ? 'green' : 'red'
  if (event === 'settled') return status === 'COMPLETED' ? 'green' : 'red'
  if (event === 'webhook_attempted') return isGood && status >= 200 && status < 300 ? 'green' : 'yellow'
  return event === 'webhook_delivered' ? 'green' : event === 'webhook_exhausted' ? 'red' : 'cyan'
}
