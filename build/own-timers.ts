import { join } from 'node:path'
import type * as own from '../src/time/own-timers.ts'

const home = join(import.meta.dirname, '..', 'src', 'time', 'own-timers.ts')

/** Global -> the export of src/time/own-timers.ts that takes its place. */
export const ownTimers: Record<string, [file: string, name: keyof typeof own]> = {
  setTimeout: [home, 'setTimeout'],
  clearTimeout: [home, 'clearTimeout'],
  setInterval: [home, 'setInterval'],
  clearInterval: [home, 'clearInterval'],
  setImmediate: [home, 'setImmediate'],
  clearImmediate: [home, 'clearImmediate'],
  queueMicrotask: [home, 'queueMicrotask'],
  Date: [home, 'OwnDate'],
  performance: [home, 'performance'],
  'process.nextTick': [home, 'nextTick'],
  'process.hrtime': [home, 'hrtime'],
}
