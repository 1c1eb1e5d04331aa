import { at, start } from './shop.ts'

/** The create call's record of `bankPayout()`, keys in the order of D38. */
export const createdBankPayout = {
  id: '',
  amount: 250.5,
  currency: 'GHS',
  status: 'INITIATED',
  channel: 'BANK',
  type: 'CREDIT',
  customer: { accountName: 'Ama Mensah', accountNumber: '1234567890123', email: '' },
  metadata: { smsFee: 0, sender_name: 'Kofi Ltd', currency_source: 'GHS', currency_destination: null },
  reason: 'Salary 7',
  network: 'GCB',
  checkout_url: null,
  reference_business: 'payout-1',
  provider_message: '',
  virtual_account: null,
  fee: 2.51, // 1 % is 2.505
  created_at: start,
  updated_at: start,
}

/** The create call's record of `mobileMoneyPayout()`, keys in the order of D38. */
export const createdMobileMoneyPayout = {
  ...createdBankPayout,
  channel: 'MOMO',
  customer: { accountName: 'Ama Mensah', accountNumber: '233241234567' },
  metadata: { smsFee: 0, currency_source: 'GHS', currency_destination: null },
  network: 'MTN',
}

/** What a status query shows of `bankPayout()` while it is open. */
const openBankPayout = {
  id: '',
  amount: '250.5',
  fee: '2.51',
  currency: 'GHS',
  status: 'INITIATED',
  channel: 'BANK',
  type: 'CREDIT',
  reason: 'Salary 7',
  network: 'GCB',
  customer: { accountName: 'Ama Mensah', accountNumber: '1234567890123' },
  metadata: { smsFee: 0, sender_name: 'Kofi Ltd', currency_source: 'GHS', currency_destination: null },
  created_at: start,
  updated_at: start,
  checkout_url: null,
  message: null,
  telco_response: null,
  virtual_account: null,
  provider_message: '',
  reference_business: 'payout-1',
  instructions: null,
}

/** What a status query shows of `mobileMoneyPayout()` while it is open. */
const openMobileMoneyPayout = {
  ...openBankPayout,
  channel: 'MOMO',
  network: 'MTN',
  customer: { accountName: 'Ama Mensah', accountNumber: '0241234567' },
  metadata: { smsFee: 0, currency_source: 'GHS', currency_destination: null },
}

/** The parts of a create call's record that only the answer or the test knows. */
interface Created {
  readonly id: string
  readonly reference_business: string
}

type Open = typeof openBankPayout | typeof openMobileMoneyPayout

function momentsOf(open: Open) {
  const of = ({ id, reference_business }: Created, afterMs: number) => ({
    ...open,
    id,
    reference_business,
    updated_at: at(afterMs),
  })
  const { smsFee, ...metadata } = open.metadata
  const completed = { smsFee, transactionAmount: 250.5, ...metadata, rate: 1, rate_amount: 250.5 }
  return {
    open: (created: Created) => of(created, 0),
    /** Approved so many milliseconds after the start, in the currency it left in. */
    approved: (created: Created, afterMs: number) => ({
      ...of(created, afterMs),
      status: 'COMPLETED',
      metadata: completed,
      provider_message: 'Success',
      message: '0000 | Switch | Approved',
      telco_response: 'APPROVED',
    }),
  }
}

/** `bankPayout()` as webhooks and status queries show it, keys in the order of D38. */
export const bankRecord = momentsOf(openBankPayout)
/** `mobileMoneyPayout()` as webhooks and status queries show it, keys in the order of D38. */
export const mobileMoneyRecord = momentsOf(openMobileMoneyPayout)
