/** Business refusals (D10, D26, D27): the name a scenario uses, the text on the wire, and the HTTP status. */
export const businessRules = {
  duplicate_reference: { status: 400, text: 'Duplicate reference' },
  currency_must_be_ngn: { status: 400, text: 'Currency must be NGN' },
  currency_not_enabled: { status: 400, text: 'Currency {currency} is not enabled for this business' },
  cannot_process: { status: 400, text: 'Sorry, We can not process this transaction now' },
  unknown_scenario: { status: 400, text: '{text}' },
  payment_not_found: { status: 404, text: 'Payment not found' },
} as const satisfies Record<string, { status: 400 | 404; text: string }>

export type BusinessRuleName = keyof typeof businessRules
