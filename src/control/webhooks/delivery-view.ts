import { z } from 'zod'
import { answerObject, type Shown } from '../../contract/named.ts'
import type { Business } from '../../domain/business.ts'
import { type Attempt, type Delivery, deliveryStatuses, noAnswerReasons } from '../../domain/delivery.ts'
import { type TransactionRecord, transaction } from '../../flows/final-record.ts'
import { obstacleText } from '../../words/obstacle.ts'
import { iso, reference, time, transactionId } from '../schema-parts.ts'
import { presentSignatureHelp, signatureHelpView } from './signature-help.ts'

const attempt = answerObject('DeliveryAttempt', 'One attempt to deliver a webhook.', {
  number: z.int().min(1).describe('1 for the first attempt.'),
  at: time,
  replay: z.boolean().optional().describe('True for a replay: it is not an attempt of the schedule.'),
  sent: z.boolean().describe('False when no connection was made.'),
  headers: z.record(z.string(), z.string()).describe('The headers that were sent.'),
  response: z.object({ status: z.int(), body: z.string() }).nullable().describe('What your server answered.'),
  error: z.string().nullable().describe('Why there was no answer.'),
  reason: z.enum(noAnswerReasons).optional().describe('The same for programs.'),
  durationMs: z.number().nullable().describe('How long the answer took, in real time.'),
  hint: z.string().optional().describe('Only if a redirect or a CSRF check answered: what to change.'),
  signatureHelp: signatureHelpView.optional().describe('Only if the receiver answered 401 or 403.'),
})

export const deliveryView = answerObject('Delivery', 'A webhook with every attempt to deliver it.', {
  id: z.string().describe('Id of the delivery.'),
  transactionId,
  reference,
  url: z.string().describe('Where it goes.'),
  status: z
    .enum(deliveryStatuses)
    .describe('delivered: answered 2xx; exhausted: given up; dropped: never sent; held: waits for others.'),
  byHand: z.boolean().optional().describe('True if it was made with `POST /_sandbox/webhooks`.'),
  createdAt: time.describe("When it was made: ISO 8601, UTC, in the business's sandbox time."),
  body: z.union([transaction, z.string()]).describe('The record, or the text if a scenario sends no JSON.'),
  attempts: z.array(attempt).describe('Every attempt, the first one first.'),
  attemptsLeft: z
    .int()
    .optional()
    .describe(
      'The most attempts still to come; absent if none. The steps of its transaction say when the next is due.',
    ),
})

export type DeliveryView = Shown<typeof deliveryView>

export const deliveriesView = answerObject('Deliveries', 'The newest webhooks, oldest first.', {
  data: z.array(deliveryView),
  more: z.boolean().describe('True if there are older ones.'),
})

/** A webhook as the API shows it: `body` is the JSON that is sent in compact form, or text if it is not JSON. */
export function presentDelivery(delivery: Delivery, business: Business): DeliveryView {
  const { id, transactionId, reference, url, status, createdAt, body, webhook } = delivery
  const byHand = webhook.byHand ? { byHand: true } : {}
  const scheduled = delivery.attempts.filter((attempt) => !attempt.isReplay).length
  const left = status === 'pending' ? { attemptsLeft: webhook.retryMs.length + 1 - scheduled } : {}
  const attempts = delivery.attempts.map((attempt) => presentAttempt(attempt, delivery, business))
  return {
    id,
    transactionId,
    reference,
    url,
    status,
    ...byHand,
    createdAt: iso(createdAt),
    body: recordIn(body),
    attempts,
    ...left,
  }
}

/** The record that was sent, or the text that a scenario sends instead. */
function recordIn(body: string): TransactionRecord | string {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function presentAttempt(attempt: Attempt, delivery: Delivery, business: Business) {
  const { number, at, headers, outcome } = attempt
  // A webhook made by hand has no schedule.
  const replay = attempt.isReplay && !(delivery.webhook.byHand && number === 1) ? { replay: true } : {}
  // An attempt that the process did not live to finish may have reached the receiver.
  const unfinished = { response: null, error: 'not finished', reason: undefined, durationMs: null, sent: true }
  const { response, error, reason, durationMs, sent } = outcome ?? unfinished
  const stoppedBy = outcome?.stoppedBy
  const help = stoppedBy ? { hint: obstacleText(stoppedBy) } : presentSignatureHelp(attempt, delivery, business)
  const made = { number, at: iso(at), ...replay, sent, headers }
  return { ...made, response, error, ...(reason && { reason }), durationMs, ...help }
}
