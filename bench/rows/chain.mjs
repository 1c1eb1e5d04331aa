import { call, creates } from '../lib/calls.mjs'
import { load } from '../lib/load.mjs'
import { interleave } from '../lib/rounds.mjs'

const atOnce = 'version: 1\nscenarios:\n  at-once: { match: { reference: "bench-*" }, outcome: approved, after: 0s }\n'

export const chain = {
  name: 'chain',
  title: 'chain create → settle → webhook delivered and recorded',
  how: "Collections that settle at once are created over 50 connections. Their number is divided by the time until the merchant has answered the last webhook and it is recorded (no job is left), against the bare server's requests per second.",
  unit: '/s',
  async measure({ open, longRounds, seconds, warmUpSeconds }) {
    const bare = await open.bare()
    const merchant = await open.merchant()
    const sandbox = await open.sandbox({ cwd: open.folder(atOnce), args: ['--callback-url', merchant.url] })
    await load(bare, { ...creates(), seconds: warmUpSeconds })
    await chainsPerSecond(sandbox, merchant, warmUpSeconds)
    return interleave(
      longRounds,
      async () => (await load(bare, { ...creates(), seconds })).perSecond,
      () => chainsPerSecond(sandbox, merchant, seconds),
    )
  },
}

async function chainsPerSecond(sandbox, merchant, seconds) {
  const begun = performance.now()
  const { requests } = await load(sandbox, { ...creates(), seconds })
  while ((await call(sandbox, '/_sandbox/jobs?limit=1')).length > 0) await new Promise((next) => setTimeout(next, 20))
  const tookMs = performance.now() - begun
  // Calls under way when the load ended were not counted by it, and are delivered all the same.
  const webhooks = (await call(merchant, '/')).length
  if (webhooks < requests) throw new Error(`${webhooks} webhooks of ${requests} collections came`)
  return (webhooks * 1000) / tookMs
}
