import { changeNames, ruleOf } from '../changes.ts'

/** One line of the audit: what was checked, who asks for it, what was seen. */
export interface Row {
  readonly check: string
  readonly askedForBy: string
  readonly seen: string
  readonly verdict: 'ok' | 'FAILED' | `not checked (${string})`
  /** What to change, for a check that failed. */
  readonly advice: string
}

/** A check and what its row says besides. */
export type Check = Pick<Row, 'check' | 'askedForBy' | 'advice'>

const creditOnce =
  'Find the order by its reference, and mark it paid and credit it in one step that only an open order passes. Answer 2xx to every copy.'

const changeAdvice: Readonly<Record<string, string>> = {
  'webhook-before-reply':
    'Store the order with its reference before the create call, and find it by that reference. The id of the transaction may not be known yet.',
  'webhook-late':
    'Leave an order open until its webhook or a status query says how it ended. Do not fail it after a time of your own.',
  'lost-reply':
    'Repeat the create call with the same reference, and take "Duplicate reference" for "it is stored". Never charge again under a new reference.',
  'slow-reply':
    'Take a time-out of the create call for "not known", and wait for the webhook or repeat the call. The transaction may be final already.',
  'pending-first': 'Go on asking while the status is PENDING. Only COMPLETED and FAILED end an order.',
  reversed: 'Decide each order by its own webhook. Webhooks of different orders can come in any order.',
}

export const changeChecks = changeNames.map((change) => ({
  change,
  check: change,
  askedForBy: ruleOf(change).demands,
  advice: changeAdvice[change] ?? creditOnce,
}))

/** Each outcome with the scenario that brings it about; all but `approved` happen to mobile money only. */
export const outcomeChecks = [
  { check: 'approved', scenario: 'approve' },
  { check: 'wrong-pin', scenario: 'wrong-pin' },
  { check: 'prompt-timeout', scenario: 'timeout' },
  { check: 'insufficient-balance', scenario: 'insufficient-balance' },
].map((one) => ({
  ...one,
  askedForBy: 'credit what is COMPLETED, and nothing else (spec 3)',
  advice:
    'Credit an order when its webhook or a status query says COMPLETED, and never on the reply to the create call. A FAILED order credits nothing.',
}))

export const killedCheck: Check = {
  check: 'killed between its 200 and its work',
  askedForBy: 'credit once (spec 6 (5), (6))',
  advice:
    'Do the work of a webhook before you answer 2xx, or store the webhook first. Ask for the status of open orders when your server starts.',
}
