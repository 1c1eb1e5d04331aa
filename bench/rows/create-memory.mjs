import { creates } from '../lib/calls.mjs'
import { compareLoads } from '../lib/compare-loads.mjs'

export const createMemory = {
  name: 'create-memory',
  title: 'the same in memory',
  how: 'As create-file, with the state in memory.',
  unit: '/s',
  goal: 0.45,
  stretch: 0.6,
  async measure({ open, ...limits }) {
    const bare = { server: await open.bare(), ...creates() }
    const sandbox = { server: await open.sandbox({ args: ['--clock', 'frozen', '--data', ':memory:'] }), ...creates() }
    return compareLoads(limits, bare, sandbox)
  },
}
