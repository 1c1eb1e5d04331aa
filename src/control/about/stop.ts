import { z } from 'zod'
import { answerObject, requestBody } from '../../contract/named.ts'
import { refusal } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'

export const stopSandbox = controlEndpoint({
  route: 'POST /_sandbox/stop',
  anyKey: true,
  ownMachineOnly: true,
  summary: 'End the sandbox as SIGTERM does: replies finish, webhooks under way go back to the queue',
  // A sandbox that calls back this address must not end it: every webhook has keys.
  body: requestBody('StopRequest', {}),
  answer: answerObject('Stopping', 'The sandbox ends once its `drain` is over.', { status: z.literal('stopping') }),
  refuses: ['conflict', 'other_machine'],
  needsStorage: false,
  handle({ ending }) {
    if (ending.by !== 'call') {
      throw refusal({ why: 'owned', by: ending.by, pid: process.pid })
    }
    ending.end()
    return { body: { status: 'stopping' as const } }
  },
})
