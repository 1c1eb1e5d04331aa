import { type Conduct, usual } from './foreign-service.ts'

/** Takes every choice the other way. */
export const otherChoices: Conduct = {
  ...usual,
  createdStatus: 201,
  amount: (value, form) => (form === 'answer' ? value.toFixed(2) : value),
  phone: (form) => (form === 'answer' ? '0241234567' : '233241234567'),
  fieldErrors: (messages) => messages.map((message) => ({ message })),
  feePercent: { momo: 1.95, account: 0.5, bank: 2 },
  bearFee: 'business',
  collectionId: (number) => `c${number}xyz`,
  payoutId: (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  time: (ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`,
  openMessage: 'Waiting',
  accountNumber: '123456789',
  accountLifeMs: 12 * 60_000,
  signatureHeader: 'x-foreign-signature',
  retriesMs: [60_000, 120_000],
  unauthorised: 'Unknown key',
  duplicate: 'This reference exists',
  instructions: 'Dial *170#',
  failsOtherNetwork: false,
}

/** Has results, texts and retries of its own. */
export const newResults: Conduct = {
  ...usual,
  retriesMs: [10_000, 10_000],
  results: {
    ...usual.results,
    approved: ['0000', 'Switch', 'Transaction approved', 'OK', 'Successful'],
    pin: ['4200', 'Customer', 'The PIN was wrong', 'Wrong PIN', 'Failed'],
    float: ['9100', 'Bank', 'The limit of the day is used up', null, 'Failed'],
  },
}

/** Is wrong in five places that no decision is about. */
export const wrongService: Conduct = {
  ...usual,
  last: (record, form) =>
    form === 'answer'
      ? record
      : {
          ...record,
          currency: String(record.currency).toLowerCase(),
          type: record.type === 'DEBIT' ? 'CREDIT' : 'DEBIT',
          reason: `${record.reason}.`,
          network: `${record.network}X`,
          reference_business: String(record.reference_business).toUpperCase(),
        },
}
