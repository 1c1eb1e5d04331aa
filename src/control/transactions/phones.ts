import { z } from 'zod'
import { answerObject, requestBody } from '../../contract/named.ts'
import { possibleNumbers } from '../../domain/phone.ts'
import { awaitsOtp, type Message, otpMessage, promptOf, promptStatuses } from '../../domain/phone-screen.ts'
import { flowsWith, type Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import type { NoOtp } from '../../words/errors/of-waits.ts'
import { invalid, refusal } from '../../words/errors.ts'
import { nextWork } from '../clock/job-view.ts'
import { waitWhileMoving } from '../clock/wait-while-moving.ts'
import { controlEndpoint } from '../endpoint.ts'
import { iso, time, transactionId, waitText } from '../schema-parts.ts'
import { actOn } from './actions.ts'
import { transactionInFullView } from './transaction-in-full.ts'

const phoneView = answerObject('Phone', 'What is on a phone, newest first.', {
  prompts: z.array(
    answerObject('Prompt', 'What the network asks the customer.', {
      transactionId,
      text: z.string(),
      payment: z.string().describe('The sum, the merchant and the reason: `GHS 49.50 for "Shoes"`.'),
      status: z.enum(promptStatuses),
    }),
  ),
  messages: z.array(
    answerObject('Message', 'An SMS with an OTP.', { text: z.string(), otp: z.string(), at: time, transactionId }),
  ),
})

const otpView = answerObject('Otp', 'The newest OTP that a transaction still waits for.', {
  otp: z.string(),
  transactionId,
})

/** Most collections that a phone shows: the newest. */
const shown = 100
/** More than one phone could ever wait for. */
const mostOpen = 10_000

export const showPhone = controlEndpoint({
  route: 'GET /_sandbox/phones/{number}',
  summary: "A customer's phone: prompts and messages",
  params: { number: 'Mobile number in any local or international form.' },
  answer: phoneView,
  refuses: ['invalid'],
  handle({ key, params: { number }, store, about }) {
    const collections = collectionsOf(store, key, number)
    const messages = collections.flatMap((transaction) => messageTo(transaction, key, about().seed) ?? [])
    return {
      body: {
        prompts: collections.flatMap((transaction) => promptOf(transaction) ?? []),
        messages: messages.map(({ text, otp, at, transactionId }) => ({ text, otp, at: iso(at), transactionId })),
      },
    }
  },
})

/** The newest OTP that its transaction still waits for; with `wait`, as soon as there is one, in real time. */
export const showOtp = controlEndpoint({
  route: 'GET /_sandbox/phones/{number}/otp',
  summary: 'The newest OTP of a phone',
  params: { number: 'Mobile number in any local or international form.' },
  query: z.strictObject({
    wait: waitText
      .optional()
      .describe('How long to wait for one, in real time; on a frozen clock with nothing due half a second.'),
  }),
  answer: otpView,
  refuses: ['not_found', 'timeout'],
  async handle({ key, params: { number }, query: { wait }, signal, store, about }) {
    const look = () => {
      const awaiting = openCollections(store, key, number).find(awaitsOtp)
      return (awaiting && messageTo(awaiting, key, about().seed)) ?? undefined
    }
    const concerns = ({ otpSent }: { readonly otpSent: boolean }) => otpSent
    const waited =
      wait === undefined
        ? { found: look(), lasted: null }
        : await waitWhileMoving(store, { key, look, concerns, timeoutMs: wait, signal })
    if (waited.found === undefined) throw noOtp(store, { key, number, waited: waited.lasted })
    const { otp, transactionId } = waited.found
    return { body: { otp, transactionId } }
  },
})

export const typePin = controlEndpoint({
  route: 'POST /_sandbox/phones/{number}/pin',
  summary: 'Type a PIN into the newest open prompt',
  params: { number: 'Mobile number in any local or international form.' },
  body: requestBody('PinRequest', {
    pin: z
      .string({ error: 'is not text; write the PIN in quotes such as "0000"' })
      .min(1, { error: 'is empty' })
      .describe('What the customer types.'),
    transactionId: z.string().optional().describe('Whose prompt; the newest open one if not given.'),
  }),
  answer: transactionInFullView,
  refuses: ['conflict'],
  async handle({ key, params: { number }, body: { pin, transactionId }, ...tools }) {
    const collections = openCollections(tools.store, key, number)
    const prompts = collections.flatMap((transaction) => promptOf(transaction) ?? [])
    const prompt = prompts.find((one) => transactionId === undefined || one.transactionId === transactionId)
    if (prompt) return actOn(key, prompt.transactionId, { action: 'pin', pin }, tools)
    const open = prompts.slice(0, 3).map((one) => one.transactionId)
    throw refusal({ why: 'no-prompt', number, of: transactionId ?? null, open })
  },
})

function collectionsOf(store: Store, key: string, number: string): readonly Transaction[] {
  return store.transactions(key, { flow: flowsWith('prompt'), numbers: numbersOf(number), limit: shown })
}

function openCollections(store: Store, key: string, number: string): readonly Transaction[] {
  const filter = { open: true, flow: flowsWith('prompt'), numbers: numbersOf(number), limit: mostOpen } as const
  return store.transactions(key, filter)
}

function numbersOf(number: string): readonly string[] {
  const numbers = possibleNumbers(number)
  if (numbers.length > 0) return numbers
  throw invalid('number', `${number} is not a mobile number`, 'write it as 0241234567 or 233241234567')
}

function messageTo(transaction: Transaction, key: string, seed: number): Message | null {
  return otpMessage(transaction, { seed, key, reference: transaction.reference })
}

type MissingOtp = Pick<NoOtp, 'number' | 'waited'> & { readonly key: string }

function noOtp(store: Store, { key, number, waited }: MissingOtp): Error {
  const last = collectionsOf(store, key, number).find(({ plan }) => plan.otp !== null)
  const newest = last === undefined ? null : { id: last.id, status: last.status }
  const code = waited === null ? 'not_found' : undefined
  return refusal({ why: 'no-otp', number, newest, waited, next: nextWork(store, key) }, code)
}
