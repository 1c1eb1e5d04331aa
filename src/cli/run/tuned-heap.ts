import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow by so much between two full collections, not up to four times. 50 serves the row `resident-memory` of
 * `npm run bench`: 136 MB, and 157 with the default. 20 serves a long comparison, which leaves much garbage: 276 MB for a
 * recording of 13,520 entries, and 486 with the default.
 */
export function keepHeapSmall(growingPercent: number): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`)
}
