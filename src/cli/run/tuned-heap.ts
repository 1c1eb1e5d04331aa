import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Lets the heap grow by so much between two full collections, not up to four times. 50 serves the row `resident-memory` of
 * `npm run bench`: 136 MB, and 157 with the default.
 */
export function keepHeapSmall(growingPercent: number): void {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`)
}

/**
 * Returns a full collection, for buffers that have passed through the process: V8 waits until there are about 100 MB of them. It
 * serves the promise that `record` stays below 150 MB: 100 MB with an answer of 600 MB, and up to 170 without it.
 */
export function collection(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
