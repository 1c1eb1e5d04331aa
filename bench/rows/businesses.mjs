import { creates } from '../lib/calls.mjs'
import { compareLoads } from '../lib/compare-loads.mjs'

const keys = Array.from({ length: 1000 }, (_, index) => `test_bench_${index}`)

export const businesses = {
  name: 'businesses',
  title: 'create with 1,000 businesses against one',
  how: 'As create-file, with 1,000 keys in turn, against a sandbox with one key (in the bare column).',
  unit: '/s',
  goal: 0.85,
  async measure({ open, ...limits }) {
    const args = ['--clock', 'frozen']
    const one = { server: await open.sandbox({ args }), ...creates() }
    const many = { server: await open.sandbox({ args }), ...creates(), keys }
    return compareLoads(limits, one, many)
  },
}
