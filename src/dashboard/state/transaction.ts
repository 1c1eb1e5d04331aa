import type { AnswerOf } from '../../control/routes.ts'

/** One transaction with all that happened to it. */
export type Transaction = AnswerOf<'GET /_sandbox/transactions/{id}'>
/** One entry of its timeline; its facts stand beside its time and name. */
export type TimelineEvent = Transaction['timeline'][number]
/** One step that was planned or happened. */
export type Step = Transaction['steps'][number]
/** A webhook of it, with every attempt to deliver it. */
export type Delivery = Transaction['deliveries'][number]
/** One attempt to deliver a webhook. */
export type Attempt = Delivery['attempts'][number]
