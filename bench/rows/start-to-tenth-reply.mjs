import { createOneByOne } from '../lib/calls.mjs'
import { interleave } from '../lib/rounds.mjs'

export const startToTenthReply = {
  name: 'start-to-tenth-reply',
  title: 'start to the tenth reply against node serving bare http',
  how: 'From starting the process to the reply to the tenth create call, for a sandbox on a new data folder and for the bare server. The first call is sent as soon as the process says that it is ready, each next one when the previous reply is there.',
  unit: 'ms',
  goal: 2.5,
  stretch: 2,
  lessIsBetter: true,
  measure: ({ open, starts }) =>
    interleave(
      starts,
      async () => tenthReplyMs(await open.bare()),
      async () => tenthReplyMs(await open.sandbox()),
    ),
}

async function tenthReplyMs(server) {
  await createOneByOne(server, 10)
  const tookMs = performance.now() - server.begun
  await server.stop()
  return tookMs
}
