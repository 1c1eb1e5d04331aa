/** A moment as ISO 8601 text. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}
