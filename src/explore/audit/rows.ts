import { changeNames, ruleOf } from '../changes.ts'

export interface Row {
  readonly check: string
  readonly askedForBy: string
  readonly seen: string
  readonly verdict: 'ok' | 'FAILED' | `not checked (${string})`
  readonly advice: string
}

export type Check = Pick<Row, 'check' | 'askedForBy' | 'advice'>

export const changeChecks = changeNames.map((change) => {
  const { demands: askedForBy, advice } = ruleOf(change)
  return { change, check: change, askedForBy, advice }
})

const creditWhatIsPaid = {
  askedForBy: 'credit what is COMPLETED, and nothing else (spec 3)',
  advice:
    'Credit an order when its webhook or a status query says COMPLETED, and never on the reply to the create call. A FAILED order credits nothing.',
}

/** Each outcome with its scenario; all but `approved` happen to mobile money only. */
export const outcomeChecks = [
  { check: 'approved', scenario: 'approve', ...creditWhatIsPaid },
  { check: 'wrong-pin', scenario: 'wrong-pin', ...creditWhatIsPaid },
  { check: 'prompt-timeout', scenario: 'timeout', ...creditWhatIsPaid },
  { check: 'insufficient-balance', scenario: 'insufficient-balance', ...creditWhatIsPaid },
]

export const killedCheck: Check = {
  check: 'killed between its 200 and its work',
  askedForBy: 'credit once (spec 6 (5), (6))',
  advice:
    'Do the work of a webhook before you answer 2xx, or store the webhook first. Ask for the status of open orders when your server starts.',
}
