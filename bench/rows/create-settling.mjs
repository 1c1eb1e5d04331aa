import { call, creates } from '../lib/calls.mjs'
import { load } from '../lib/load.mjs'
import { interleave } from '../lib/rounds.mjs'

export const createSettling = {
  name: 'create-settling',
  title: 'the same for 10 s, settling beside it',
  how: 'As create-file, with the clock of this machine and the default scenario: a round creates for 10 s, collections settle from the fourth second on, and a reset ends the round.',
  unit: '/s',
  goal: 0.28,
  measure: (context) => measureSettling(context, ({ perSecond }) => perSecond),
}

/** A figure of creating collections while earlier ones settle, of a bare server and a sandbox. */
export async function measureSettling({ open, longRounds, seconds, warmUpSeconds, settlingSeconds }, figure) {
  const bare = await open.bare()
  const sandbox = await open.sandbox()
  const settling = async (seconds) => {
    const result = await load(sandbox, { ...creates(), seconds })
    await call(sandbox, '/_sandbox/reset', {})
    return result
  }
  await load(bare, { ...creates(), seconds: warmUpSeconds })
  await settling(warmUpSeconds)
  return interleave(
    longRounds,
    async () => figure(await load(bare, { ...creates(), seconds })),
    async () => figure(await settling(settlingSeconds)),
  )
}
