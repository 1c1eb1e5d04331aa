import { transferableAbortController } from 'node:util'

// What a set-up file or a simulated browser of a test replaces, taken from Node's modules, which have it also if the global was
// replaced before. build/own-globals.ts puts these in place of the globals in every file of the bundle, those of packages too.
export { atob, Blob, Buffer, btoa, File } from 'node:buffer'
export { URL, URLSearchParams } from 'node:url'
export { TextDecoder, TextEncoder } from 'node:util'

// No module has these two classes; the constructor of an object that one makes is the class.
const made = transferableAbortController()
export const AbortController = classOf<typeof globalThis.AbortController>(made)
export const AbortSignal = classOf<typeof globalThis.AbortSignal>(made.signal)

/** The class of an object, also if the global of its name is another one. */
export function classOf<T>(one: object): T {
  return one.constructor as T
}
