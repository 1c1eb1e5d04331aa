import { z } from 'zod'
import { bodyFaultNames } from './body-faults.ts'
import type { SandboxMs } from './clock.ts'
import { obstacle } from './obstacle.ts'
import { queryFaults, replyFaults, selectors } from './plan.ts'
import { finalStatuses, statuses } from './transaction.ts'
import { pretendedAnswers, releases, signatureFaults } from './webhook-faults.ts'

const name = z.string()
/** ISO 8601; null for a time that no clock reaches. */
const dueAt = z.string().nullable()
const major = z.number().describe('Major units.')

/** Why a transfer changes nothing (D30). */
export const ignoredTransfers = [
  'account_expired',
  'already_completed',
  'already_failed',
  'other_sum',
  'wallet_full',
] as const
export type IgnoredTransfer = (typeof ignoredTransfers)[number]

/** What an attempt to deliver a webhook brought. */
const came = z.object({
  status: z.int().nullable().describe('HTTP status of the answer; null if there was none.'),
  error: z.string().nullable().describe('Why there was no answer.'),
  ...obstacle.partial().shape,
  durationMs: z.number().describe('How long the answer took, in real time.'),
  retryAt: dueAt.optional().describe('When it is tried again.'),
})

/** How a scenario changes an attempt, and what follows if it fails. */
const attemptPlan = z.object({
  answer: z
    .union([z.int(), z.enum(pretendedAnswers)])
    .describe('The simulated answer; real: what the receiver answers.'),
  signature: z.enum(signatureFaults),
  body: z.enum(bodyFaultNames),
  retryMs: z.array(z.int()).readonly().describe('The waits before the attempts that can follow.'),
  timeoutMs: z.int().describe('How long the answer may take, in real time.'),
})

const drawnMix = z.object({ name, weight: z.number(), of: z.number() })

const replyDelay = z.int().optional().describe('How long the reply waits, in milliseconds of real time.')

/** Everything that can happen in the life of a transaction, whether it has happened or is to come. */
export const happening = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('created'), scenario: name, by: z.enum(selectors), mix: drawnMix.optional() }),
  /** The scenario will delay or spoil the reply to the create call. */
  z.object({ kind: z.literal('reply_faulted'), fault: z.enum([...replyFaults, 'delay']), delayMs: replyDelay }),
  /** The create call got its reply, or its connection ended without one. */
  z.object({
    kind: z.literal('answered'),
    status: z.enum(statuses),
    fault: z.enum([...replyFaults, 'caller-gone']).optional(),
    delayMs: replyDelay,
  }),
  /** The create call is refused, and nothing is stored. */
  z.object({ kind: z.literal('refused'), reason: z.union([z.string(), z.int()]), delayMs: replyDelay }),
  z.object({ kind: z.literal('prompt_sent'), accountNumber: z.string() }),
  z.object({ kind: z.literal('prompt_answered'), answer: z.enum(['right_pin', 'wrong_pin', 'none']) }),
  z.object({ kind: z.literal('otp_sent'), accountNumber: z.string() }),
  z.object({ kind: z.literal('otp_accepted') }),
  z.object({ kind: z.literal('otp_refused'), attemptsLeft: z.int() }),
  z.object({
    kind: z.literal('transfer_received'),
    amount: major,
    senderName: z.string(),
    note: z.enum(ignoredTransfers).optional().describe('Why it changes nothing.'),
    received: major.optional().describe('The sum received so far, if it is held until the rest comes.'),
  }),
  z.object({
    kind: z.literal('expired'),
    what: z.enum(['account', 'otp']),
    ifOpen: z.literal(true).optional().describe('Only if nothing has settled the transaction before.'),
  }),
  z.object({ kind: z.literal('action'), action: name }),
  z.object({ kind: z.literal('settled'), status: z.enum(finalStatuses), result: name }),
  /** A final status that nothing known decides: it waits for an action, or for the times that the seed draws. */
  z.object({ kind: z.literal('undecided'), until: z.enum(['action', 'drawn']) }),
  /** No webhook is sent, as neither the request nor the business has an address (D37). */
  z.object({ kind: z.literal('webhook_unaddressed') }),
  z.object({ kind: z.literal('webhook_dropped') }),
  z.object({
    kind: z.literal('webhook_held'),
    until: z.union([
      z.object({ statusQueries: z.int() }),
      z.object({ webhooks: z.int().nullable(), release: z.enum(releases).nullable() }),
    ]),
  }),
  z.object({ kind: z.literal('webhook_queued'), url: z.string(), dueAt }),
  z.object({ kind: z.literal('webhook_made') }),
  z.object({ kind: z.literal('webhook_replayed') }),
  z.object({
    kind: z.literal('webhook_attempted'),
    came: came.nullable().describe('What it brought; null before that.'),
    plan: attemptPlan.optional().describe('What the scenario plans, before it is made.'),
  }),
  z.object({ kind: z.literal('webhook_delivered'), attempts: z.int() }),
  z.object({ kind: z.literal('webhook_exhausted'), attempts: z.int() }),
  z.object({
    kind: z.literal('status_queried'),
    status: z.enum(statuses),
    fault: z.enum(queryFaults).optional().describe('How the answer failed; absent if it came.'),
  }),
])
export type Happening = Readonly<z.output<typeof happening>>
export type Kind = Happening['kind']
export const kinds: readonly Kind[] = happening.options.map(({ shape }) => shape.kind.value)
export type HappeningOf<K extends Kind> = Extract<Happening, { readonly kind: K }>

/** What makes a happening: a step of the plan, an action by hand, the last wrong OTP, or a payment by hand. */
export const cause = z.discriminatedUnion('by', [
  z.object({ by: z.literal('step'), step: z.int() }),
  z.object({ by: z.literal('action'), action: z.string() }),
  z.object({ by: z.literal('otp') }),
  z.object({ by: z.literal('transfer') }),
])
export type Cause = Readonly<z.output<typeof cause>>

const about = z.object({
  cause: cause.optional(),
  deliveryId: z.string().optional(),
  /** Its webhook was made by hand. */
  byHand: z.literal(true).optional(),
  /** Which of several equal webhooks, from 1. */
  copy: z.int().optional(),
  /** Which attempt of its webhook, from 1; a replay counts on. */
  attempt: z.int().optional(),
  /** The final status that its webhook reports, if the transaction has webhooks of both. */
  of: z.enum(finalStatuses).optional(),
})
export type About = Readonly<z.output<typeof about>>

/** A happening as it is stored. */
export type Recorded = Happening & About
export const recorded: z.ZodType<Recorded> = z.intersection(happening, about)

/** An entry of a timeline; `id` rises across all businesses. */
export type TimelineEvent = Recorded & {
  readonly id: number
  readonly at: SandboxMs
  readonly transactionId: string
  readonly reference: string
}
