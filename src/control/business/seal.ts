import { z } from 'zod'
import { answerObject, requestBody } from '../../contract/named.ts'
import { slotsProblemIn } from '../../domain/slots.ts'
import type { Store } from '../../store/store.ts'
import { controlEndpoint } from '../endpoint.ts'

const slots = z
  .string()
  .superRefine((text, context) => {
    const message = slotsProblemIn(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .optional()
  .describe('Every key of these slots, used or not, such as 0-99,300. Without it: the calling business.')

const sealView = answerObject('Seal', 'What is sealed now.', {
  key: z.string(),
  sealed: z.boolean().describe('Whether the calling business is sealed, by itself or by its slot.'),
  slots: z.string().nullable().describe('The sealed slots; null for none.'),
})

function viewOf(store: Store, key: string) {
  return { key, sealed: store.isSealed(key), slots: store.sealedSlots() }
}

/** Stops a business, so that it can be moved: calls of the service get 503 with Retry-After, and its work waits. */
export const sealBusiness = controlEndpoint({
  route: 'POST /_sandbox/seal',
  summary: 'Stop this business, or the keys of some slots, to move them',
  body: requestBody('SealRequest', { slots }),
  answer: sealView,
  whenSealed: true,
  async handle({ key, body, store, engine }) {
    await store.seal({ key, slots: body.slots ?? null, isSealed: true })
    engine.lookAtAll()
    return { body: viewOf(store, key) }
  },
})

/** Lets a business go on. */
export const unsealBusiness = controlEndpoint({
  route: 'POST /_sandbox/unseal',
  summary: 'Let this business, or the keys of some slots, go on',
  body: requestBody('UnsealRequest', { slots }),
  answer: sealView,
  whenSealed: true,
  async handle({ key, body, store, engine }) {
    await store.seal({ key, slots: body.slots ?? null, isSealed: false })
    engine.lookAtAll()
    return { body: viewOf(store, key) }
  },
})
