import type { CurrencyCode } from './currencies.ts'

/**
 * What only some flows have. Results and scenario keys that need one of these happen only to flows that have it.
 * `phone`: the account is a mobile money wallet. `prompt`: the customer is asked for the PIN. `account`: the customer
 * pays into a virtual account.
 */
export type Part = 'phone' | 'prompt' | 'account'

export type CreateKind = 'collect' | 'payout'

/** What a ready-made create call asks for. */
interface Asked {
  /** In major units. */
  readonly amount: number
  readonly currency: string
  readonly accountName: string
  readonly accountNumber: string
  /** Network code, or bank code. */
  readonly network: string
}

interface Order {
  readonly reason: string
  readonly reference: string
  readonly callbackURL?: string | undefined
}

interface FlowDefinition {
  /** As in "wrong-pin cannot happen to ...". */
  readonly title: string
  readonly has: readonly Part[]
  /** `in`: the merchant receives money; `out`: the merchant's wallet pays. */
  readonly direction: 'in' | 'out'
  readonly onlyCurrency?: CurrencyCode
  /** The default of the setting `fees`. */
  readonly feePercent: number
  /** Of its create call. */
  readonly path: string
  /** The command that makes a create call. */
  readonly command: readonly [kind: CreateKind, flow: string]
  /** The same, as `kind` of the MCP tool `create`. */
  readonly tool: string
  readonly sample: Asked & { readonly currency: CurrencyCode }
  readonly body: (asked: Asked, order: Order) => Readonly<Record<string, unknown>>
  readonly page: {
    readonly title: string
    readonly icon: string
    /** What a user can try: scenarios with what happens, in the order of the list. */
    readonly trials: Readonly<Record<string, string>>
  }
}

const cedis = {
  amount: 10.5,
  currency: 'GHS',
  accountName: 'Ama Mensah',
  accountNumber: '0241234567',
  network: 'MTN',
} as const
const naira = { amount: 5000, currency: 'NGN', network: '058' } as const
const retried = { 'flaky-merchant': 'Your server fails at first' } as const

/** Every create flow. Its endpoint is in `src/flows/create-flows.ts`; all else that depends on the flow asks its definition. */
export const flowDefinitions = {
  'mobile-money': {
    title: 'a mobile money collection',
    has: ['phone', 'prompt'],
    direction: 'in',
    feePercent: 1.5,
    path: '/collections/mobilemoney',
    command: ['collect', 'mobile-money'],
    tool: 'collect',
    sample: cedis,
    body: collection,
    page: {
      title: 'Mobile money',
      icon: 'phones',
      trials: {
        approve: 'The customer approves',
        otp: 'A one-time password comes first',
        'wrong-pin': 'A wrong PIN',
        timeout: 'No answer for two minutes',
        'insufficient-balance': 'Too little money',
        ...retried,
        duplicate: 'The webhook comes three times',
      },
    },
  },
  'virtual-account': {
    title: 'a virtual account',
    has: ['account'],
    direction: 'in',
    onlyCurrency: 'NGN',
    feePercent: 1,
    path: '/collections/virtual-account',
    command: ['collect', 'virtual-account'],
    tool: 'account',
    sample: { ...naira, accountName: 'Ngozi Okafor', accountNumber: '08031234567' },
    body: collection,
    page: {
      title: 'Virtual account',
      icon: 'bank',
      trials: {
        approve: 'The transfer arrives',
        'va-split': 'Paid in two parts',
        'va-underpaid': 'Paid too little',
        'va-expiry': 'No transfer comes',
        ...retried,
      },
    },
  },
  'bank-payout': {
    title: 'a bank payout',
    has: [],
    direction: 'out',
    feePercent: 1,
    path: '/disbursements/bank',
    command: ['payout', 'bank'],
    tool: 'bank-payout',
    sample: { ...naira, accountName: 'Chidi Eze', accountNumber: '0123456789' },
    body: ({ network: bank, ...recipient }, order) => ({
      senderName: 'Sandbox Shop',
      recipients: [{ ...recipient, bank }],
      ...order,
    }),
    page: {
      title: 'Bank payout',
      icon: 'wallets',
      trials: {
        approve: 'The money arrives',
        'customer-mismatch': 'The name does not fit the account',
        'provider-liquidity': 'The provider has too little money',
        ...retried,
      },
    },
  },
  'mobile-money-payout': {
    title: 'a mobile money payout',
    has: ['phone'],
    direction: 'out',
    feePercent: 1,
    path: '/disbursements/mobilemoney',
    command: ['payout', 'mobile-money'],
    tool: 'mobile-money-payout',
    sample: cedis,
    body: (recipient, order) => ({ recipients: [recipient], ...order }),
    page: {
      title: 'Mobile money payout',
      icon: 'send',
      trials: {
        approve: 'The money arrives',
        'not-registered': 'The number is not registered',
        'switch-error': 'The switch fails',
        ...retried,
      },
    },
  },
} as const satisfies Readonly<Record<string, FlowDefinition>>

export type Flow = keyof typeof flowDefinitions
export const flows = Object.keys(flowDefinitions) as readonly Flow[]

export function definitionOf(flow: Flow): FlowDefinition {
  return flowDefinitions[flow]
}

export function flowHas(flow: Flow, part: Part): boolean {
  return definitionOf(flow).has.includes(part)
}

export function flowsWith(part: Part): readonly Flow[] {
  return flows.filter((flow) => flowHas(flow, part))
}

function collection(asked: Asked, order: Order) {
  return { ...asked, ...order }
}
