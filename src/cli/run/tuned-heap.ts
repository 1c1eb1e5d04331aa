import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow by so much between two full collections, not up to four times. 50 serves the row `resident-memory` of
 * `npm run bench`: 136 MB, and 157 with the default. 20 serves a long comparison, which leaves much garbage: 260 MB for a
 * recording of 521 MB with 13,440 entries.
 */
export function keepHeapSmall(growingPercent: number): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`)
}
