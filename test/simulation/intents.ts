import type { Flow, Intent } from '../../src/domain/transaction.ts'

const mobile = { accountName: 'Ama Mensah', accountNumber: '233241234567' }
const bank = { accountName: 'Ngozi Okafor', accountNumber: '08031234567' }
const sender = { smsFee: 0, sender_name: 'Kofi Ltd', currency_source: 'GHS', currency_destination: null }

const facts = {
  'mobile-money': { currency: 'GHS', channel: 'MOMO', network: 'MTN', customer: mobile, metadata: { smsFee: 0 } },
  'virtual-account': { currency: 'NGN', channel: 'BANK', network: '058', customer: bank, metadata: {} },
  'bank-payout': { currency: 'GHS', channel: 'BANK', network: 'GCB', customer: bank, metadata: sender },
  'mobile-money-payout': { currency: 'GHS', channel: 'MOMO', network: 'MTN', customer: mobile, metadata: sender },
} as const satisfies Record<Flow, Partial<Intent>>

export function intentOf(flow: Flow, rest: Pick<Intent, 'reference' | 'askedMinor' | 'callbackUrl'>): Intent {
  return { flow, ...facts[flow], ...rest, reason: 'Order', extras: {}, conversion: null }
}
