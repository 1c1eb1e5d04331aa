import { interleave } from '../lib/rounds.mjs'

export const start = {
  name: 'start',
  title: 'start to ready against node serving bare http',
  how: 'From starting the process to its line that it is ready, a sandbox on a new data folder against the bare server.',
  unit: 'ms',
  goal: 2,
  stretch: 1.6,
  lessIsBetter: true,
  async measure({ open, starts }) {
    return interleave(
      starts,
      async () => readyMs(await open.bare()),
      async () => readyMs(await open.sandbox()),
    )
  },
}

async function readyMs(server) {
  await server.stop()
  return server.readyMs
}
