import { creates } from '../lib/calls.mjs'
import { compareLoads } from '../lib/compare-loads.mjs'

export const createFile = {
  name: 'create-file',
  title: 'create a collection, 50 connections, file',
  how: 'Collections created per second over 50 connections, each reply after its commit to a file; the clock is frozen, so that nothing settles.',
  unit: '/s',
  goal: 0.4,
  async measure({ open, ...limits }) {
    const bare = { server: await open.bare(), ...creates() }
    const sandbox = { server: await open.sandbox({ args: ['--clock', 'frozen'] }), ...creates() }
    return compareLoads(limits, bare, sandbox)
  },
}
