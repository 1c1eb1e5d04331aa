import stringWidth from 'string-width'
import { recorded } from '../../domain/happening.ts'
import { wallMs } from '../../time.ts'
import { watchLine } from '../../words/watch-line.ts'
import type { Happened } from '../client/server-events.ts'
import { cutText } from '../terminal/fit-text.ts'
import { printableOf } from '../terminal/printable.ts'
import type { Screen, Style } from '../terminal/screen.ts'
import { type CallLine, callLine } from './call-line.ts'
import { signatureText } from './webhook-text.ts'

const widestReference = 24

/**
 * Events as lines for a person who watches: the time, the business, and what happened; no line if another says the
 * same. `ownKey` is the key of a user with one business: keys are shown from the first other key on, and days from the first
 * that is not today.
 */
export function liveLines(
  screen: () => Screen,
  ownKey: string,
  today = dayOf(new Date(wallMs()).toISOString()),
): (key: string, event: Happened) => string {
  const keys = createColumn()
  const references = createColumn(widestReference)
  // The next attempts of a webhook that was refused are signed in the same way.
  const explained = new Set<unknown>()
  let day = today
  return (key, event) => {
    const happened = printableOf(event)
    const line = lineOf(happened)
    if (line === null) return ''
    if (key !== ownKey && key !== '') keys.fit(ownKey)
    // The window may have another width by now.
    const seen = screen()
    const { columns, paint } = seen
    const { deliveryId, signatureHelp } = happened
    const at = happened.at
    const keyCell = keys.isEmpty() ? '' : `  ${keys.fit(key)}`
    const lead = `${keyCell}  ${references.fit(String(happened.reference ?? ''))}  `
    const room = line.isWrong || columns === null ? Number.POSITIVE_INFINITY : columns - 8 - stringWidth(lead)
    const text = cutText(line.text, room)
    const hint = cutText(line.hint === undefined ? '' : `  ${line.hint}`, room - stringWidth(text))
    const said = paint(styleOf(happened), text) + (hint === '' ? '' : paint('dim', hint))
    const newDay = dayOf(at) === day ? '' : `${paint('dim', `${dayOf(at)} in sandbox time (UTC)`)}\n`
    day = dayOf(at)
    const help = signatureHelp === undefined || explained.has(deliveryId) ? '' : signatureText(signatureHelp, seen)
    if (help !== '') explained.add(deliveryId)
    return `${newDay}${paint('dim', at.slice(11, 19))}${lead}${said}\n${help}`
  }
}

function lineOf(happened: Happened): CallLine | null {
  const { event, restored, text } = happened
  if (event === 'request') return callLine(happened)
  if (event === 'reset') {
    return { text: restored ? 'restored: the business went back to a snapshot' : 'the business began again' }
  }
  // What an attempt brought stands beside its other facts.
  const { success, data } = recorded.safeParse({ ...happened, came: happened })
  // A sandbox of another version may send events that this one does not know.
  return success ? watchLine(data, happened) : { text: typeof text === 'string' ? text : event }
}

export function happenedLines(events: readonly Happened[], screen: Screen): string {
  const textOf = liveLines(() => screen, '')
  const urls = new Map(events.flatMap(({ deliveryId, url }) => (url === undefined ? [] : [[deliveryId, url]])))
  return events.map((event) => textOf('', { url: urls.get(event.deliveryId), ...event })).join('')
}

function styleOf({ event, kind, status }: Happened): Style {
  const isGood = typeof status === 'number' && status < 400
  if (event === 'request') return isGood ? 'green' : 'red'
  if (kind === 'settled') return status === 'COMPLETED' ? 'green' : 'red'
  if (kind === 'webhook_attempted') return isGood && status >= 200 && status < 300 ? 'green' : 'yellow'
  return kind === 'webhook_delivered' ? 'green' : kind === 'webhook_exhausted' ? 'red' : 'cyan'
}

function dayOf(iso: string): string {
  return iso.slice(0, 10)
}

/** Pads texts to the widest so far, as far as `most`. */
function createColumn(most = Number.POSITIVE_INFINITY) {
  let width = 0
  return {
    isEmpty: () => width === 0,
    fit(text: string): string {
      const own = stringWidth(text)
      width = Math.max(width, Math.min(own, most))
      return text + ' '.repeat(Math.max(0, width - own))
    },
  }
}
