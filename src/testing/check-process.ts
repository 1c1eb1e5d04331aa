import { setMaxListeners } from 'node:events'
import { hasRealTimers } from '../time/own-timers.ts'

/** Throws if a test environment has replaced what a sandbox in this process needs, with how to mend it. */
export function checkProcess(call: string): void {
  if (!hasNodeGlobals()) throw new Error(`${call} ${simulatedBrowser}`)
  if (!hasRealTimers) throw new Error(`${call} ${timersReplaced}`)
}

/** False in a simulated browser: jsdom of jest has no `fetch`, and Node refuses the `AbortSignal` of jsdom and happy-dom. */
function hasNodeGlobals(): boolean {
  if (typeof fetch === 'undefined' || typeof Request === 'undefined') return false
  try {
    setMaxListeners(0, new AbortController().signal)
    return true
  } catch {
    return false
  }
}

const simulatedBrowser = `needs the globals of Node, and this test runs in a simulated browser such as jsdom.
  Write one of these into the first line of the test file:
  /** @jest-environment node */
  // @vitest-environment node`

const timersReplaced = `has no real timers: fake ones were there before payments-sandbox was loaded.
  Import payments-sandbox/testing before the timers are faked, for example at the top of the setup file that fakes them.`
