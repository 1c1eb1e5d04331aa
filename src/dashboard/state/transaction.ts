import type { AnswerOf } from '../../control/routes.ts'

export type Transaction = AnswerOf<'GET /_sandbox/transactions/{id}'>
export type Step = Transaction['steps'][number]
export type Delivery = Transaction['deliveries'][number]
export type Attempt = Delivery['attempts'][number]
