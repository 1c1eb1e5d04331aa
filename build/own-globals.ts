import { join } from 'node:path'
import type * as timers from '../src/time/own-timers.ts'
import type * as classes from '../src/web/own-classes.ts'
import type * as fetching from '../src/web/own-fetch.ts'

const src = join(import.meta.dirname, '..', 'src')
const timersFile = join(src, 'time', 'own-timers.ts')
const classesFile = join(src, 'web', 'own-classes.ts')
const fetchFile = join(src, 'web', 'own-fetch.ts')

type Own = [file: string, name: keyof typeof timers | keyof typeof classes | keyof typeof fetching]

/** Global -> the export of our own that takes its place. */
export const ownGlobals: Record<string, Own> = {
  ...named(timersFile, [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
  ]),
  ...named(timersFile, ['queueMicrotask', 'performance']),
  Date: [timersFile, 'OwnDate'],
  'process.nextTick': [timersFile, 'nextTick'],
  'process.hrtime': [timersFile, 'hrtime'],
  ...named(classesFile, ['AbortController', 'AbortSignal', 'atob', 'Blob', 'Buffer', 'btoa', 'File']),
  ...named(classesFile, ['TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams']),
  ...named(fetchFile, ['fetch', 'FormData', 'Headers', 'ReadableStream', 'Request', 'Response']),
  'global.Request': [fetchFile, 'Request'],
  'global.Response': [fetchFile, 'Response'],
  'globalThis.Headers': [fetchFile, 'Headers'],
}

function named(file: string, names: readonly Own[1][]): Record<string, Own> {
  return Object.fromEntries(names.map((name) => [name, [file, name]]))
}
