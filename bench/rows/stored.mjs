import { call, creates } from '../lib/calls.mjs'
import { compareLoads } from '../lib/compare-loads.mjs'
import { openFilled } from '../lib/filled-sandbox.mjs'

export const stored = {
  name: 'stored',
  title: 'create with 1,000,000 stored against empty',
  how: 'As create-file, on a data folder with 1,000,000 settled collections against an empty one (in the bare column). The collections are copied in SQL from one that the sandbox made and settled.',
  unit: '/s',
  goal: 0.85,
  async measure({ open, copies, ...limits }) {
    const empty = await open.sandbox({ args: ['--clock', 'frozen'] })
    const full = await openFilled(open, copies, (sandbox) => call(sandbox, '/_sandbox/clock/advance', { by: '1m' }))
    const result = await compareLoads(limits, { server: empty, ...creates() }, { server: full, ...creates() })
    return { ...result, note: [`${copies} stored`, result.note].filter(Boolean).join(', ') }
  },
}
