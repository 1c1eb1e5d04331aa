import { performance as nodePerformance } from 'node:perf_hooks'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import { runInNewContext } from 'node:vm'

// What a test library's fake timers replace, taken when the sandbox is loaded: a test that fakes its own time must not stop the
// sandbox. tsdown.config.ts puts these in place of the globals in every bundled package too.
export const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = timers
export const { setTimeout: waitFor } = timersPromises
export const performance = nodePerformance
export const { nextTick, hrtime } = process

/** Not the global one: this also runs if that was replaced before the sandbox was loaded. */
export function queueMicrotask(run: () => void): void {
  void settled.then(run)
}

const settled = Promise.resolve()

/** The real `Date`, also if the global one was replaced before: a class that JavaScript defines shows its source. */
export const OwnDate: DateConstructor = isNative(globalThis.Date) ? globalThis.Date : runInNewContext('Date')

function isNative(builtIn: DateConstructor): boolean {
  return Function.prototype.toString.call(builtIn).includes('[native code]')
}

/**
 * False if Node's own timers were replaced before the sandbox was loaded: then there are no real ones to take. Those of
 * node:test are bound functions, those of vitest and Sinon have a `clock`.
 */
export const hasRealTimers = Object.entries({ setTimeout, setInterval, setImmediate }).every(
  ([name, timer]) => timer.name === name && !('clock' in timer),
)
