import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '../lib/calls.mjs'
import { openFilled } from '../lib/filled-sandbox.mjs'
import { longestCall } from '../lib/longest-call.mjs'

export const besideAdvance = {
  name: 'beside-advance',
  title: 'longest call of another business while advance runs over 20,000 jobs',
  how: 'While one advance settles 20,000 collections, another business asks for its balance again and again, with 2 ms between: how long its slowest call took. The bare column has the slowest call of 2 s in which nothing else ran. Measured once.',
  unit: 'ms',
  goal: 50,
  lessIsBetter: true,
  judged: 'sandbox',
  async measure({ open, advancedJobs }) {
    const sandbox = await openFilled(open, advancedJobs)
    await longestCall(sandbox, sleep(1000))
    const idle = await longestCall(sandbox, sleep(2000))
    const advancing = call(sandbox, '/_sandbox/clock/advance', { by: '400d' })
    const { longestMs, count } = await longestCall(sandbox, advancing)
    const { eventsTotal } = await advancing
    if (eventsTotal < 2 * advancedJobs) throw new Error(`${eventsTotal} events of ${advancedJobs} collections`)
    return { bare: idle.longestMs, sandbox: longestMs, note: `${count} calls beside ${eventsTotal} events` }
  },
}
