export interface RuleWords {
  readonly title: string
  /** Its name in docs without the ending. */
  readonly page: string
}

const words: Readonly<Record<string, RuleWords>> = {
  'credited-twice': { title: 'Order credited twice', page: 'ci' },
  'credited-wrong-amount': { title: 'Order credited with a wrong sum', page: 'ci' },
  'credited-without-payment': { title: 'Order credited without a payment', page: 'ci' },
  'paid-not-credited': { title: 'Order paid and not credited', page: 'ci' },
  'charged-again': { title: 'Charged again after a lost reply', page: 'situations' },
  'forged-webhook-accepted': { title: 'Webhook without a right signature accepted', page: 'verify-signatures' },
  'lost-webhook': { title: 'Webhook given up', page: 'webhooks' },
  'broken-body-accepted': { title: 'Unreadable webhook accepted', page: 'situations' },
  'badly-answered-webhook': { title: 'Webhook not answered with 2xx in time', page: 'webhooks' },
  'refused-connection': { title: 'Nothing listened for a webhook', page: 'troubleshooting' },
  'slow-webhook-answer': { title: 'Webhook answered slowly', page: 'webhooks' },
  'no-callback-address': { title: 'No address for a webhook', page: 'webhooks' },
  'never-asked': { title: 'Missing webhook, and the status never asked for', page: 'situations' },
  'reference-used-again': { title: 'Reference used again', page: 'troubleshooting' },
  'refused-call': { title: 'Call refused for its form', page: 'troubleshooting' },
  'left-open': { title: 'Transaction still open', page: 'time' },
}

/** A rule that the page does not know is on the page that lists all of them. */
export function ruleWords(rule: string): RuleWords {
  return words[rule] ?? { title: rule, page: 'ci' }
}
