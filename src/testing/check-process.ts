import { hasRealTimers } from '../time/own-timers.ts'

/** Throws if a test had replaced what a sandbox in this process needs, with how to mend it. */
export function checkProcess(call: string): void {
  checkWebClasses(call)
  if (!hasRealTimers) throw new Error(`${call} ${timersReplaced}`)
}

/** Throws if Node's own classes for web requests were replaced before payments-sandbox was loaded. */
export function checkWebClasses(call: string): void {
  const replaced = Object.entries(webStreams).flatMap(([name, stream]) => (isStream(stream) ? [] : [name]))
  if (replaced.length > 0) throw new Error(`${call} ${classesReplaced}: ${replaced.join(', ')}.${withoutThem}`)
}

/** Those of node-fetch 2 have Node's streams instead. Other replacements work as Node's do. */
const webStreams = {
  Request: () => new Request('http://localhost/', { method: 'POST', body: ' ' }).body,
  Response: () => new Response(' ').body,
}

function isStream(made: () => ReadableStream | null): boolean {
  try {
    return typeof made()?.getReader === 'function'
  } catch {
    return false
  }
}

const classesReplaced = 'needs these globals of Node, and they were replaced before payments-sandbox was loaded'

const withoutThem = `
  If a set-up file replaces them, import payments-sandbox/testing at the top of that file.
  In a simulated browser, write one of these into the first line of the test file:
  /** @jest-environment node */
  // @vitest-environment node`

const timersReplaced = `has no real timers: fake ones were there before payments-sandbox was loaded.
  Import payments-sandbox/testing before the timers are faked, for example at the top of the setup file that fakes them.`
