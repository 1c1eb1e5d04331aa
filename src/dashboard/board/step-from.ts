/** The row that a step leads to; the first step from no row leads to the first. */
export function stepFrom(index: number, by: number, count: number): number {
  if (index < 0) return 0
  return Math.min(Math.max(index + by, 0), count - 1)
}
