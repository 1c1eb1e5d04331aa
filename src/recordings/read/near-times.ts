import { formatDuration } from '../../domain/duration.ts'

/** True for times that are the same within 20 %, or within a second. */
export function isAbout(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(1000, other * 0.2)
}

/** Formats a time in the largest unit that is right within 1 %, or within a quarter of a second. */
export function roundedDuration(ms: number): string {
  for (const unit of [86_400_000, 3_600_000, 60_000, 1000]) {
    const count = Math.round(ms / unit)
    if (count > 0 && Math.abs(ms - count * unit) <= Math.max(ms * 0.01, 250)) return formatDuration(count * unit)
  }
  return formatDuration(ms)
}
