import { setTimeout as sleep } from 'node:timers/promises'
import { call } from './calls.mjs'

/** The slowest call of another business while `work` goes on, in milliseconds, and how many there were. */
export async function longestCall(sandbox, work) {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  let [longestMs, count] = [0, 0]
  for (; !isOver; count++) {
    const begun = performance.now()
    await call(sandbox, '/balance', undefined, 'test_other')
    longestMs = Math.max(longestMs, performance.now() - begun)
    await sleep(2)
  }
  return { longestMs, count }
}
