import type { AnswerOf } from '../../control/routes.ts'

/** A transaction with its timeline, steps and webhooks. */
export type Transaction = AnswerOf<'GET /_sandbox/transactions/{id}'>
/** An entry of a timeline: time, name and facts. */
export type TimelineEvent = Transaction['timeline'][number]
export type Step = Transaction['steps'][number]
/** A webhook with every attempt to deliver it. */
export type Delivery = Transaction['deliveries'][number]
export type Attempt = Delivery['attempts'][number]
