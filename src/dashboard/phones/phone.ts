import type { AnswerOf } from '../../control/routes.ts'
import type { Kind } from '../../domain/happening.ts'
import type { LiveEvent } from '../api/live-event.ts'
import { counted } from '../parts/format.ts'
import type { Tone } from '../parts/words.ts'

export type Phone = AnswerOf<'GET /_sandbox/phones/{number}'>
export type Prompt = Phone['prompts'][number]
export type PhoneSummary = AnswerOf<'GET /_sandbox/phones'>['data'][number]

export interface Customer {
  typePin(pin: string): Promise<void>
  cancel(): Promise<void>
  ignore(): Promise<void>
}

/** True if a prompt or a message may have come, or ended. */
export function changesPhones(event: LiveEvent): boolean {
  return event.kind === 'timeline' && phoneKinds.has(event.entry.kind)
}

const phoneKinds: ReadonlySet<Kind> = new Set([
  'created',
  'prompt_sent',
  'otp_sent',
  'otp_accepted',
  'otp_refused',
  'action',
  'settled',
])

/**
 * Returns the number in the address, or else the one shown before, the first with an open prompt or OTP, or the one asked last.
 */
export function shownNumber(
  asked: string | null,
  before: string | null,
  phones: readonly PhoneSummary[],
): string | null {
  const shown = phones.find(({ number }) => number === before)
  const named = asked === null ? null : (internationalForm(asked, phones) ?? asked)
  const waiting = phones.find(({ openPrompts, awaitedOtps }) => openPrompts + awaitedOtps > 0)
  return named ?? shown?.number ?? waiting?.number ?? phones[0]?.number ?? null
}

/** The one phone that a number in local form means; null if none or several end like it. */
function internationalForm(local: string, phones: readonly PhoneSummary[]): string | null {
  const found = phones.filter(({ number }) => local.startsWith('0') && number.endsWith(local.slice(1)))
  return found.length === 1 ? (found[0]?.number ?? null) : null
}

/** An international number in groups: `+233 24 123 4567`. A number in local form, and other text, stays as it is. */
export function formatNumber(number: string): string {
  const [, country, area, first, last] = /^([1-9]\d{2})(\d{2})(\d{3})(\d+)$/.exec(number) ?? []
  return country === undefined ? number : `+${country} ${area} ${first} ${last}`
}

/** The open prompts and awaited codes of a phone in words, or empty. */
export function waitingWords({ openPrompts, awaitedOtps }: PhoneSummary): string {
  const prompts = openPrompts > 0 ? [counted(openPrompts, 'prompt')] : []
  const codes = awaitedOtps > 0 ? [counted(awaitedOtps, 'code')] : []
  return [...prompts, ...codes].join(', ')
}

/** Returns how a prompt ended, in words, or null while it is open. */
export function endingWords(status: Prompt['status']): string | null {
  return status === 'open' ? null : endings[status]
}

const endings = {
  approved: 'Approved',
  declined: 'Wrong PIN',
  ignored: 'Not answered',
  closed: 'Ended',
} as const satisfies Record<Exclude<Prompt['status'], 'open'>, string>

export function endingTone(status: Prompt['status']): Tone {
  if (status === 'approved') return 'good'
  return status === 'open' || status === 'ignored' ? 'neutral' : 'bad'
}

/** The PIN after a press of a key: a digit, or `delete`. */
export function typed(pin: string, key: string): string {
  return key === 'delete' ? pin.slice(0, -1) : (pin + key).slice(0, mostDigits)
}

export const mostDigits = 8

/** A wrong PIN of at least four digits. */
export function wrongPin(right: string): string {
  const digit = right.startsWith('9') ? '1' : '9'
  return digit.repeat(Math.max(4, right.length))
}
