import { z } from 'zod'
import { ControlError } from '../../contract/control-error.ts'
import { answerObject } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'
import { owners } from './ending.ts'

export const stopSandbox = controlEndpoint({
  route: 'POST /_sandbox/stop',
  anyKey: true,
  ownMachineOnly: true,
  summary: 'End the sandbox as SIGTERM does: replies finish, webhooks under way go back to the queue',
  answer: answerObject('Stopping', 'The sandbox ends once its `drain` is over.', { status: z.literal('stopping') }),
  refuses: ['conflict', 'other_machine'],
  needsStorage: false,
  handle({ ending }) {
    if (ending.by !== 'call') {
      const [belongs, hint] = owners[ending.by]
      throw new ControlError('conflict', `This sandbox ${belongs}, process ${process.pid}: a call cannot end it`, hint)
    }
    ending.end()
    return { body: { status: 'stopping' as const } }
  },
})
