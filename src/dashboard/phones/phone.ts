import type { AnswerOf } from '../../control/routes.ts'
import type { LiveEvent } from '../api/live-event.ts'

/** What is on one phone. */
export type Phone = AnswerOf<'GET /_sandbox/phones/{number}'>
/** What the network asks the customer. */
export type Prompt = Phone['prompts'][number]
/** One phone in the list of all. */
export type PhoneSummary = AnswerOf<'GET /_sandbox/phones'>['data'][number]

/** What the customer does with a prompt. */
export interface Customer {
  typePin(pin: string): Promise<void>
  cancel(): Promise<void>
  ignore(): Promise<void>
}

/** Whether a list of phones may have changed: each event of a collection that starts or ends something on them. */
export function changesPhones(event: LiveEvent): boolean {
  return event.kind === 'timeline' && phoneEvents.has(event.entry.event)
}

const phoneEvents: ReadonlySet<string> = new Set([
  'created',
  'prompt_sent',
  'otp_sent',
  'otp_accepted',
  'otp_refused',
  'action',
  'settled',
])

/**
 * The phone to show: the one that the address names, else the one that was shown before, which stays whatever happens on
 * others, else one that is asked now, else the one asked last.
 */
export function shownNumber(
  named: string | null,
  before: string | null,
  phones: readonly PhoneSummary[],
): string | null {
  const shown = phones.find(({ number }) => number === before)
  const waiting = phones.find(({ openPrompts, awaitedOtps }) => openPrompts + awaitedOtps > 0)
  return named ?? shown?.number ?? waiting?.number ?? phones[0]?.number ?? null
}

/** A number as people read it, in groups: `+233 24 123 4567`. What is no number in international digits is shown as it is. */
export function formatNumber(number: string): string {
  const [, country, area, first, last] = /^(\d{3})(\d{2})(\d{3})(\d+)$/.exec(number) ?? []
  return country === undefined ? number : `+${country} ${area} ${first} ${last}`
}

/** What waits on a phone, in words; empty where nothing does. */
export function waitingWords({ openPrompts, awaitedOtps }: PhoneSummary): string {
  const parts = [counted(openPrompts, 'prompt'), counted(awaitedOtps, 'code')]
  return parts.filter((part) => part !== '').join(', ')
}

function counted(count: number, word: string): string {
  if (count === 0) return ''
  return count === 1 ? `1 ${word}` : `${count} ${word}s`
}

/** How a prompt ended, in words; null while it waits. */
export function endingWords(status: Prompt['status']): string | null {
  return status === 'open' ? null : endings[status]
}

const endings = {
  approved: 'Approved',
  declined: 'Wrong PIN',
  ignored: 'Not answered',
  closed: 'Ended',
} as const satisfies Record<Exclude<Prompt['status'], 'open'>, string>

/** A PIN after a key of the pad: digits are added, up to as many as people type; `delete` takes the last. */
export function typed(pin: string, key: string): string {
  if (key === 'delete') return pin.slice(0, -1)
  return pin.length < mostDigits ? pin + key : pin
}

const mostDigits = 8

/** A PIN that is not the right one, as long as it. */
export function wrongPin(right: string): string {
  const digit = right.startsWith('9') ? '1' : '9'
  return digit.repeat(Math.max(4, right.length))
}
