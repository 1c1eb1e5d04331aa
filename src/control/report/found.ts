import { z } from 'zod'
import { answerObject } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'
import { foundView, presentFound } from './found-view.ts'

export const listFound = controlEndpoint({
  route: 'GET /_sandbox/found',
  summary: 'The failures that explore has saved in the data folder',
  needsStorage: false,
  answer: answerObject('FoundSchedules', 'The failures that explore has saved.', { data: z.array(foundView) }),
  async handle({ found }) {
    return { body: { data: (await found()).map(presentFound) } }
  },
})
