import { flows as everyFlow, type Flow, isPayout } from '../domain/transaction.ts'
import { askedInstead, type Met, type MetKind, refusedForgery, survivedLostReply } from './met.ts'
import type { Report } from './report.ts'

/** What every integration meets once it is live. The list of docs/going-live.md has the same lines. */
export interface Situation {
  /** Also the name of the shipped scenario that brings it about. */
  readonly name: string
  /** What the merchant's code does then. */
  readonly says: string
  /** Null: it belongs to every flow, and one of them is enough. */
  readonly flows: readonly Flow[] | null
  /** What shows that a run met it: any of these names. */
  readonly shownBy: Shown
  /** What shows that a run played it, if that is not enough to meet it. */
  readonly playedBy?: Shown
  /** What shows that the merchant's code survived it, if the sandbox can see that. */
  readonly survivedBy?: Shown
}

interface Shown {
  readonly kind: MetKind
  readonly names: readonly string[]
}

const payouts = everyFlow.filter(isPayout)

export const situations: readonly Situation[] = [
  {
    name: 'wrong-signature',
    says: 'refuses a webhook with a wrong signature, or without one',
    flows: null,
    shownBy: {
      kind: 'faults',
      names: ['webhook.signature missing', 'webhook.signature corrupt', 'webhook.signature wrong-key'],
    },
    survivedBy: { kind: 'payments', names: [refusedForgery] },
  },
  {
    name: 'duplicate',
    says: 'gives out the goods once when the webhook comes three times',
    flows: null,
    shownBy: { kind: 'faults', names: ['webhook.copies'] },
  },
  {
    name: 'before-reply',
    says: 'finds the order when the webhook comes before the reply',
    flows: null,
    shownBy: { kind: 'faults', names: ['webhook.delay before-reply'] },
  },
  {
    name: 'dropped-webhook',
    says: 'finds out how a payment ended when no webhook comes',
    flows: null,
    shownBy: { kind: 'faults', names: ['webhook.drop'] },
    survivedBy: { kind: 'payments', names: [askedInstead] },
  },
  {
    name: 'lost-reply',
    says: 'sends the call again under the same reference, or asks for the status, when the reply is lost',
    flows: null,
    shownBy: { kind: 'payments', names: [survivedLostReply] },
    playedBy: { kind: 'faults', names: ['respond.fault drop-after-commit', 'respond.fault hang'] },
    survivedBy: { kind: 'payments', names: [survivedLostReply] },
  },
  {
    name: 'too-many-requests',
    says: 'slows down at 429',
    flows: null,
    shownBy: { kind: 'refusals', names: ['429'] },
  },
  {
    name: 'service-unavailable',
    says: 'tries again after 503',
    flows: null,
    shownBy: { kind: 'refusals', names: ['503'] },
  },
  {
    name: 'wrong-pin',
    says: 'does not give out goods for FAILED, and shows the customer why',
    flows: ['mobile-money'],
    shownBy: { kind: 'results', names: ['wrong_pin'] },
  },
  {
    name: 'insufficient-balance',
    says: 'lets a customer whose balance is too low try again, under a new reference',
    flows: ['mobile-money'],
    shownBy: { kind: 'results', names: ['insufficient_customer_balance'] },
  },
  {
    name: 'slow-approval',
    says: 'waits for a customer who takes hours',
    flows: ['mobile-money'],
    shownBy: { kind: 'payments', names: ['slow'] },
  },
  {
    name: 'va-expiry',
    says: 'does not give out goods for an account that was never paid into',
    flows: ['virtual-account'],
    shownBy: { kind: 'results', names: ['expired'] },
  },
  {
    name: 'va-underpaid',
    says: 'does not give out the goods for less than their price',
    flows: ['virtual-account'],
    shownBy: { kind: 'payments', names: ['paid short'] },
  },
  {
    name: 'va-overpaid',
    says: 'credits or pays back what came above the price',
    flows: ['virtual-account'],
    shownBy: { kind: 'payments', names: ['paid over'] },
  },
  {
    name: 'invalid-account-number',
    says: 'gives the money back once when a payout fails',
    flows: payouts,
    shownBy: { kind: 'payments', names: ['failed'] },
  },
  {
    name: 'insufficient-wallet-balance',
    says: 'calls a person when the wallet is empty, and does not try forever',
    flows: payouts,
    shownBy: { kind: 'refusals', names: ['insufficient_wallet_balance'] },
  },
]

/** A situation in one of its flows, or in any. */
interface Judged {
  readonly situation: Situation
  readonly flow: Flow | null
  readonly isMet: boolean
  readonly isPlayed: boolean
  readonly isSurvived: boolean
}

/** Judges the situations of the flows in use, or of `asked` alone. */
function judged(met: readonly Met[], asked: Flow | null): readonly Judged[] {
  const inUse = everyFlow.filter((one) => (asked === null ? met.some(({ flow }) => flow === one) : one === asked))
  return situations.flatMap((situation) => {
    const places = situation.flows?.filter((one) => inUse.includes(one)) ?? [null]
    return places.map((flow) => {
      const ofFlow = flow ?? asked
      const counts = (one: Met) => ofFlow === null || one.flow === null || one.flow === ofFlow
      const isIn = (shown: Shown | undefined) =>
        met.some((one) => shown?.kind === one.kind && shown.names.includes(one.name) && counts(one))
      const isMet = isIn(situation.shownBy)
      const isSurvived = isIn(situation.survivedBy)
      return { situation, flow, isMet, isPlayed: isMet || isIn(situation.playedBy), isSurvived }
    })
  })
}

/** The call of the test library that plays a situation. */
function playing({ situation: { name, flows }, flow }: Judged): string {
  const isOneOfSeveral = flow !== null && flows !== null && flows.length > 1
  return `shop.use('${name}'${isOneOfSeveral ? `, { match: { flow: '${flow}' } }` : ''})`
}

export function situationsOf(met: readonly Met[], asked: Flow | null): Report['situations'] {
  return judged(met, asked).map((one) => {
    const { name, says } = one.situation
    const { flow, isMet: met, isPlayed: played, isSurvived: survived } = one
    return { name, says, flow, met, played, survived, add: met ? null : `await ${playing(one)}` }
  })
}

/** Returns a line for each situation that a run has not met. */
export function unmetSituations(met: readonly Met[], asked: Flow | null): readonly string[] {
  return judged(met, asked)
    .filter(({ isMet }) => !isMet)
    .map((one) => {
      const { name, says } = one.situation
      if (one.isPlayed) return `played, not met: ${name}; it is met once your code ${says}`
      return `never met: ${name}; add a test: ${playing(one)}`
    })
}
