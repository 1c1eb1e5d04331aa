import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Returns a full collection, for buffers that have passed through the process: V8 waits until there are about 100 MB of them. It
 * serves the promise that `record` stays below 150 MB: 100 MB with an answer of 600 MB, and up to 170 without it.
 */
export function collection(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
