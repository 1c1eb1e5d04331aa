import { creates } from '../lib/calls.mjs'
import { compareLoads } from '../lib/compare-loads.mjs'

export const createOneConnection = {
  name: 'create-one-connection',
  title: 'the same over one connection, file',
  how: 'As create-file, over one connection: each call is sent when the previous reply is there.',
  unit: '/s',
  goal: 0.4,
  async measure({ open, ...limits }) {
    const bare = { server: await open.bare(), ...creates(), connections: 1 }
    const sandbox = { server: await open.sandbox({ args: ['--clock', 'frozen'] }), ...creates(), connections: 1 }
    return compareLoads(limits, bare, sandbox)
  },
}
