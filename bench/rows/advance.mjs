import { call, creates } from '../lib/calls.mjs'
import { load } from '../lib/load.mjs'
import { interleave } from '../lib/rounds.mjs'

export const advance = {
  name: 'advance',
  title: 'advance over collections without callbacks, events',
  how: "Timeline events per second of one advance that settles all collections created since the last one (two events each: settled, webhook skipped), against the bare server's requests per second over 50 connections.",
  unit: '/s',
  async measure({ open, rounds, seconds, warmUpSeconds }) {
    const bare = await open.bare()
    const sandbox = await open.sandbox({ args: ['--clock', 'frozen'] })
    await load(bare, { ...creates(), seconds: warmUpSeconds })
    await eventsPerSecond(sandbox)
    return interleave(
      rounds,
      async () => (await load(bare, { ...creates(), seconds })).perSecond,
      () => eventsPerSecond(sandbox),
    )
  },
}

async function eventsPerSecond(sandbox) {
  const { requests } = await load(sandbox, { ...creates(), seconds: 1 })
  const begun = performance.now()
  const { eventsTotal } = await call(sandbox, '/_sandbox/clock/advance', { by: '10m' })
  const tookMs = performance.now() - begun
  if (eventsTotal < 2 * requests) throw new Error(`${eventsTotal} events of ${requests} collections`)
  return (eventsTotal * 1000) / tookMs
}
