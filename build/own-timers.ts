import { join } from 'node:path'

const home = join(import.meta.dirname, '..', 'src', 'time', 'own-timers.ts')

/** Global -> the export of src/time/own-timers.ts that takes its place. */
export const ownTimers: Record<string, [file: string, name: string]> = {
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
