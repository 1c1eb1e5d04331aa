import { creates } from '../lib/calls.mjs'
import { load } from '../lib/load.mjs'

export const createTurns = {
  name: 'create-turns',
  title: 'turns of the event loop a create call, one connection',
  how: 'As create-one-connection: how many turns the event loop of the sandbox makes for each reply. Needs Node.js 22.10 or later.',
  unit: 'turns',
  lessIsBetter: true,
  judged: 'sandbox',
  async measure({ open, seconds }) {
    const sandbox = await open.sandbox({ args: ['--clock', 'frozen'], isCounted: true })
    const before = await sandbox.counts()
    const { requests } = await load(sandbox, { ...creates(), connections: 1, seconds })
    const after = await sandbox.counts()
    return { sandbox: (after.turns - before.turns) / requests, note: `${requests} calls` }
  },
}
