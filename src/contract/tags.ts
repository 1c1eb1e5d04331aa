export const tags = {
  Collections: 'Money from a customer to the merchant: mobile money and virtual accounts.',
  Payouts: "Money from the merchant's wallet to a bank account or a mobile money wallet.",
  Queries: 'Status of a transaction, balances, exchange rates, account holders.',
  'Sandbox: transactions': 'Look inside a transaction, and act as the customer or the provider.',
  'Sandbox: scenarios': 'Scenarios that can happen to a transaction, and which one happens to the next.',
  'Sandbox: phones': "The customers' phones: prompts, messages and PINs.",
  'Sandbox: webhooks': 'What was sent to the merchant, and what the merchant answered.',
  'Sandbox: time': "A business's clock and the work that waits for it.",
  'Sandbox: business': 'Settings, wallets and state of the calling business.',
  'Sandbox: about': 'What this sandbox is, whether it is well, its metrics and backup, and this document.',
} as const

export type Tag = keyof typeof tags
