import { type Flow, flowHas, type Intent, isPayout } from '../../src/domain/transaction.ts'

const mobile = { accountName: 'Ama Mensah', accountNumber: '233241234567' }
const bank = { accountName: 'Ngozi Okafor', accountNumber: '08031234567' }
const sender = { smsFee: 0, sender_name: 'Kofi Ltd', currency_source: 'GHS', currency_destination: null }

export function intentOf(flow: Flow, rest: Pick<Intent, 'reference' | 'askedMinor' | 'callbackUrl'>): Intent {
  const ofPhone = flowHas(flow, 'phone')
  return {
    flow,
    currency: flowHas(flow, 'account') ? 'NGN' : 'GHS',
    channel: ofPhone ? 'MOMO' : 'BANK',
    network: ofPhone ? 'MTN' : '058',
    customer: ofPhone ? mobile : bank,
    metadata: isPayout(flow) ? sender : {},
    ...rest,
    reason: 'Order',
    extras: {},
    conversion: null,
  }
}
