export type { Account, Business, Match, Phone } from './business.ts'
export type { Received, Receiver } from './receiver.ts'
export { type Sandbox, type StartOptions, startSandbox } from './start-sandbox.ts'
export type { Delivery, TimelineEvent, TransactionView } from './views.ts'
