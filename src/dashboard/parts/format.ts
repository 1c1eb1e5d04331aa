import { currencies, isCurrencyCode } from '../../catalogue/currencies.ts'

/**
 * A sum with its currency: `GHS 2,510.50`, `XOF 1,000`. It has the digits of its currency, of six at least two. The service
 * writes sums as numbers or as text; anything else is shown as it is.
 */
export function formatSum(amount: unknown, currency: string): string {
  const number = typeof amount === 'string' ? Number(amount) : amount
  if (typeof number !== 'number' || Number.isNaN(number)) return `${currency} ${String(amount)}`
  const digits = isCurrencyCode(currency) ? Math.min(2, currencies[currency].decimals) : 2
  return `${currency} ${number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: 6 })}`
}

/** A distance of time: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`, `3 d 4 h`. */
export function formatDistance(ms: number): string {
  const seconds = Math.max(0, ms) / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${two(Math.floor(seconds % 60))} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ${two(minutes % 60)} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** How long something took, in milliseconds if it is short: `12 ms`, `3.4 s`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : formatDistance(ms)
}

/** The time of day in UTC: `07:40:03`, or `07:40:03.250` with `withMs`. */
export function formatTime(iso: string, withMs = false): string {
  return iso.slice(11, withMs ? 23 : 19)
}

/** The day in UTC, `2026-11-22`. */
export function formatDay(iso: string): string {
  return iso.slice(0, 10)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The day in UTC: `22 Nov` in the year of `today`, `2026-11-22` in others. */
export function formatShortDay(iso: string, today: string): string {
  if (iso.slice(0, 4) !== today.slice(0, 4)) return formatDay(iso)
  return `${Number(iso.slice(8, 10))} ${months[Number(iso.slice(5, 7)) - 1] ?? ''}`
}

/** A number of things: `1 job`, `1,200 jobs`. */
export function counted(count: number, thing: string): string {
  // `toLocaleString` takes 20 µs, and a search asks for the words of 10,000 rows.
  return `${count < 1000 ? count : count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
