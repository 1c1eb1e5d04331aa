import { call, creates } from '../lib/calls.mjs'
import { openFilled } from '../lib/filled-sandbox.mjs'
import { load } from '../lib/load.mjs'
import { interleave } from '../lib/rounds.mjs'

export const pendingJobs = {
  name: 'pending-jobs',
  title: 'create and settle with 1,000,000 pending jobs against one',
  how: 'Collections per second that are created over 50 connections and then settled by one advance, while 1,000,000 other jobs are due in a year, against a sandbox with one such job (in the bare column). The jobs are copied in SQL from one that the sandbox made.',
  unit: '/s',
  goal: 0.85,
  async measure({ open, copies, longRounds, seconds, warmUpSeconds }) {
    const one = await openFilled(open, 1)
    const many = await openFilled(open, copies)
    for (const sandbox of [one, many]) await settledPerSecond(sandbox, warmUpSeconds)
    const result = await interleave(
      longRounds,
      () => settledPerSecond(one, seconds),
      () => settledPerSecond(many, seconds),
    )
    return { ...result, note: `${copies} pending` }
  },
}

async function settledPerSecond(sandbox, seconds) {
  const begun = performance.now()
  const { requests } = await load(sandbox, { ...creates(), seconds })
  await call(sandbox, '/_sandbox/clock/advance', { by: '10m' })
  return (requests * 1000) / (performance.now() - begun)
}
