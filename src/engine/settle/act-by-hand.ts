import { promptFailures } from '../../catalogue/results.ts'
import { type Change, type Decision, record } from '../../domain/change.ts'
import { awaitsOtp } from '../../domain/phone-screen.ts'
import type { Act, Result } from '../../domain/plan.ts'
import { type ActionRefusal, type FactsBelow, Refused } from '../../domain/refused.ts'
import { builtInResult } from '../../domain/result.ts'
import type { Settings } from '../../domain/settings.ts'
import { flowHas, isFinal, type Transaction } from '../../domain/transaction.ts'
import { dueMinor } from '../../domain/transfer.ts'
import { flowsOfResult, flowTitle } from '../../scenarios/language/flow-fit.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookMaker } from '../deliver/queue-webhook.ts'
import { act, decideOn } from './settle.ts'

export type ActionByHand =
  | { readonly action: 'approve' | 'decline' | 'ignore' | 'expire' }
  | { readonly action: 'fail'; readonly result: Result }
  | { readonly action: 'pin'; readonly pin: string }

/** The state of the transaction does not allow the action. */
export class ActionRefused extends Refused<FactsBelow<'action-refused'>> {
  constructor(refusal: ActionRefusal) {
    super({ why: 'action-refused', ...refusal })
  }
}

/** The named actions; `fail` also takes a result. */
export const actionNames = ['approve', 'decline', 'ignore', 'expire', 'fail'] as const

export function actionsOn(transaction: Transaction, settings: Settings) {
  return actionNames.filter((action) =>
    action === 'fail'
      ? !isFinal(transaction.status)
      : !(actOf(transaction, { action }, settings) instanceof ActionRefused),
  )
}

/** The results that `fail` can give a transaction in its state. */
export function failuresOf(transaction: Transaction, results: Iterable<Result>, settings: Settings): readonly Result[] {
  const canFailAs = (result: Result) =>
    result.name !== 'approved' && !(actOf(transaction, { action: 'fail', result }, settings) instanceof ActionRefused)
  return [...results].filter(canFailAs)
}

/** A user's acts on a transaction. Both return the transaction afterwards, or null if it does not exist. */
export function createByHand(store: Store, maker: WebhookMaker) {
  return {
    /** Ends the planned steps. Throws `ActionRefused`. */
    async actByHand(key: string, transactionId: string, action: ActionByHand): Promise<Transaction | null> {
      const cause = { by: 'action', action: action.action } as const
      const acted = await decideOn(
        store,
        { key, transactionId, cause },
        (situation): Decision<Transaction | ActionRefused> => {
          const what = actOf(situation.transaction, action, situation.business.settings)
          if (what instanceof ActionRefused) return { result: what, changes: [] }
          const { result, changes } = act(situation, what, maker)
          return { result, changes: [...taken(transactionId, action), ...changes] }
        },
      )
      if (acted instanceof ActionRefused) throw acted
      return acted
    },
    payByHand: (key: string, transactionId: string, transfer: Extract<Act, { act: 'transfer' }>) =>
      decideOn(store, { key, transactionId, cause: { by: 'transfer' } }, (situation) =>
        act(situation, transfer, maker),
      ),
  }
}

export type ByHand = ReturnType<typeof createByHand>

function taken(transactionId: string, { action }: ActionByHand): Change[] {
  return [
    record(transactionId, { kind: 'action', action }),
    { change: 'jobs.cancel', transactionId, kinds: ['transfer'] },
  ]
}

function actOf(transaction: Transaction, action: ActionByHand, settings: Settings): Act | ActionRefused {
  const { id, status, reference } = transaction
  const cannot = (because: ActionRefusal['because']) =>
    new ActionRefused({ action: action.action, id, reference, because })
  const flow = flowTitle(transaction.flow)
  if (isFinal(status)) return cannot({ is: 'final', status })
  if (action.action === 'fail') {
    const { name } = action.result
    if (!flowsOfResult(name).includes(transaction.flow)) return cannot({ is: 'impossible-result', result: name, flow })
    if (name === 'otp_failed' && transaction.plan.otp === null) return cannot({ is: 'no-otp' })
    return { act: 'settle', result: action.result }
  }
  if (action.action === 'expire') {
    if (flowHas(transaction.flow, 'account')) return { act: 'expire', what: 'account' }
    return awaitsOtp(transaction) ? { act: 'expire', what: 'otp' } : cannot({ is: 'cannot-expire' })
  }
  if (awaitsOtp(transaction)) return cannot({ is: 'waits-for-otp' })
  if (action.action === 'approve') return approval(transaction)
  if (!flowHas(transaction.flow, 'prompt')) return cannot({ is: 'no-prompt', flow })
  if (action.action === 'pin') return action.pin === settings.pin ? rightPin(transaction) : settle('wrong_pin')
  return settle(action.action === 'decline' ? 'wrong_pin' : 'prompt_timeout')
}

function settle(name: 'approved' | 'wrong_pin' | 'prompt_timeout'): Act {
  return { act: 'settle', result: builtInResult(name) }
}

/** Pays what is due of a virtual account; otherwise the provider approves. */
function approval(transaction: Transaction): Act {
  if (!flowHas(transaction.flow, 'account')) return settle('approved')
  const senderName = transaction.customer.accountName
  return { act: 'transfer', amountMinor: dueMinor(transaction), senderName }
}

/** The PIN is right: what the plan has after the PIN comes now. */
function rightPin({ plan }: Transaction): Act {
  const ending = plan.steps.find(({ act }) => act.act === 'settle')?.act
  if (ending?.act !== 'settle' || promptFailures.includes(ending.result.name)) return settle('approved')
  return ending
}
