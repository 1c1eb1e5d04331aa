import type { MoneyRule } from '../../judge/rules/table.ts'

export interface RuleWords {
  readonly title: string
  /** What to do about it, if the evidence does not say so. */
  readonly advice?: string
  /** The page of the guide that says more. */
  readonly page: string
  /** The situation that a finding of this rule contradicts. */
  readonly refutes?: string
}

const ofMoney: Readonly<Record<MoneyRule, readonly [title: string, refutes?: string]>> = {
  'credited-without-payment': ['Order credited without a payment'],
  'paid-short': ['Order given out for less than its price', 'va-underpaid'],
  'paid-not-credited': ['Order paid and not credited'],
  'credited-twice': ['Order credited twice', 'duplicate'],
  'charged-twice': ['Order charged twice'],
  'credited-wrong-amount': ['Order credited with a wrong sum'],
  'sent-and-given-back': ['Payout sent and given back'],
  'told-failed': ['Payout sent and shown as failed'],
  'taken-twice': ['Payout taken twice'],
  'sent-wrong-amount': ['Payout of another amount'],
  'not-given-back': ['Payout failed and not given back', 'invalid-account-number'],
  'given-back-twice': ['Payout given back twice', 'invalid-account-number'],
  'told-sent': ['Payout failed and shown as sent'],
  'told-too-early': ['Payout open and shown as final'],
  'given-back-while-open': ['Payout given back while it was open'],
  'kept-after-refusal': ['Payout refused and not given back'],
  'paid-out-twice': ['Withdrawal paid out twice'],
  'balance-wrong': ['Balance of a customer wrong'],
}

const words: Readonly<Record<string, RuleWords>> = {
  'charged-again': { title: 'Charged again after a lost reply', page: 'situations', refutes: 'lost-reply' },
  'forged-webhook-accepted': {
    title: 'Webhook without a right signature accepted',
    page: 'verify-signatures',
    refutes: 'wrong-signature',
  },
  'lost-webhook': {
    title: 'Webhook given up',
    advice: 'Store a webhook, answer 2xx, and work afterwards. Ask for the status of what stays open.',
    page: 'webhooks',
  },
  'broken-body-accepted': { title: 'Unreadable webhook accepted', page: 'situations' },
  'badly-answered-webhook': {
    title: 'Webhook not answered with 2xx in time',
    advice: 'Answer 2xx to every valid webhook: to a copy, and to one with fields that you do not know.',
    page: 'webhooks',
  },
  'refused-connection': { title: 'Nothing listened for a webhook', page: 'troubleshooting' },
  'slow-webhook-answer': { title: 'Webhook answered slowly', page: 'webhooks' },
  'no-callback-address': { title: 'No address for a webhook', page: 'webhooks' },
  'never-asked': {
    title: 'Missing webhook, and the status never asked for',
    page: 'situations',
    refutes: 'dropped-webhook',
  },
  'reference-used-again': { title: 'Reference used again', page: 'troubleshooting' },
  'refused-call': { title: 'Call refused for its form', page: 'troubleshooting' },
  'left-open': { title: 'Transaction still open', page: 'time' },
}

/** A rule that the page does not know is on the page that lists all of them. */
export function ruleWords(rule: string): RuleWords {
  if (!isMoneyRule(rule)) return words[rule] ?? { title: rule, page: 'ci' }
  const [title, refutes] = ofMoney[rule]
  return { title, page: 'ci', ...(refutes !== undefined && { refutes }) }
}

export function isMoneyRule(rule: string): rule is MoneyRule {
  return Object.hasOwn(ofMoney, rule)
}
