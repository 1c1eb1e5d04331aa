import { z } from 'zod'
import { answerObject, requestBody } from '../../contract/named.ts'
import { textWithout } from '../../domain/setting-fields.ts'
import { slotOf, slotsIn, slotsProblemIn } from '../../domain/slots.ts'
import type { Store } from '../../store/store.ts'
import { invalid } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import type { ControlTools } from '../tools.ts'

const slots = textWithout(slotsProblemIn)
  .optional()
  .describe('Every key of these slots, used or not, such as 0-99,300. Without it: the calling business.')

const sealView = answerObject('Seal', 'What is sealed now.', {
  key: z.string(),
  sealed: z.boolean().describe('Whether the calling business is sealed, directly or with its slot.'),
  slots: z.string().nullable().describe('The sealed slots; null for none.'),
  keys: z.array(z.string()).optional().describe('The businesses of the slots that were named.'),
})

interface Named {
  readonly key: string
  readonly slots: string | undefined
}

async function setSealed(named: Named, isSealed: boolean, { store, engine, about }: SealTools) {
  const elsewhere = named.slots === undefined ? null : store.slotsElsewhere(named.slots)
  if (elsewhere !== null) {
    throw invalid('slots', `${elsewhere} is served by another process`, `this one serves ${about().slots}`)
  }
  if (named.slots === undefined) store.gate(named.key, isSealed ? 'seal' : 'read')
  await store.seal({ key: named.key, slots: named.slots ?? null, isSealed })
  await engine.lookAtAll()
  return { body: viewOf(store, named) }
}

type SealTools = Pick<ControlTools, 'store' | 'engine' | 'about'>

function viewOf(store: Store, { key, slots: list }: Named) {
  const view = { key, sealed: store.isSealed(key), slots: store.sealedSlots() }
  if (list === undefined) return view
  const slots = slotsIn(list)
  return { ...view, keys: store.businesses().flatMap((one) => (slots.has(slotOf(one.key)) ? [one.key] : [])) }
}

/**
 * Stops a business, so that it can be moved: calls of the service get 503 with Retry-After, and its work waits. Answers once
 * the webhooks under way were answered: what is moved sends none of them again.
 */
export const sealBusiness = controlEndpoint({
  route: 'POST /_sandbox/seal',
  summary: 'Stop this business, or the keys of some slots, to move them',
  body: requestBody('SealRequest', { slots }),
  answer: sealView,
  use: null,
  handle: ({ key, body: { slots }, ...tools }) => setSealed({ key, slots }, true, tools),
})

export const unsealBusiness = controlEndpoint({
  route: 'POST /_sandbox/unseal',
  summary: 'Let this business, or the keys of some slots, go on',
  body: requestBody('UnsealRequest', { slots }),
  answer: sealView,
  use: null,
  handle: ({ key, body: { slots }, ...tools }) => setSealed({ key, slots }, false, tools),
})
