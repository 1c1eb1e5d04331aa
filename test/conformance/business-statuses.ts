import type { EndpointName } from './endpoints.ts'
import {
  cannotHappen,
  currencyOff,
  duplicate,
  fullWallet,
  limits,
  networkOff,
  once,
  shape,
  unknownScenario,
} from './shared-refusals.ts'
import type { Case, StatusRow } from './status-row.ts'

/** What business rules refuse by the state and the settings of a business (D10, D14, D26, D27, D31, D32). */

/** A number that cannot be one of the country that the network names (D17). */
const elsewhere = { currency: 'XOF', accountNumber: '07123456', network: 'ORANGE_CI', amount: 100 }
const mismatch = {
  status: 400,
  shape,
  message: 'network must match the phone number prefix',
  rule: 'network_mismatch',
  settings: { networkMismatch: 'reject' },
} as const

const ofPayouts: readonly Case[] = [
  duplicate,
  {
    status: 400,
    when: 'two recipients',
    shape,
    message: 'Only one recipient is supported per request',
    rule: 'one_recipient_only',
    source: 'spec 4.4, 7.2, 8.1; D10',
    ask: ({ form, send }) => send({ ...form, recipients: [form.recipients, form.recipients].flat() }),
  },
  currencyOff('GHS', 'NGN'),
  {
    status: 400,
    when: 'the wallet holds the amount but not its fee',
    shape,
    message: 'Insufficient wallet balance',
    rule: 'insufficient_wallet_balance',
    source: 'spec 7.3, 8.6; D10, D22',
    settings: { wallets: { GHS: 253 } },
    ask: once,
  },
  {
    status: 400,
    when: 'an accountNumber under `strictTestAccounts`',
    shape,
    message: 'accountNumber not allowed in test',
    rule: 'account_not_allowed_in_test',
    source: 'spec 7.3; D10',
    settings: { strictTestAccounts: true },
    ask: once,
  },
  unknownScenario,
]

const casesOf: Partial<Readonly<Record<EndpointName, readonly Case[]>>> = {
  'POST /collections/mobilemoney': [
    duplicate,
    currencyOff('GHS', 'NGN'),
    networkOff,
    {
      ...mismatch,
      when: 'a number of another network under `networkMismatch: reject`',
      source: 'spec 4.1, 7.4; D32',
      ask: ({ form, send }) => send({ ...form, network: 'VOD' }),
    },
    {
      ...mismatch,
      when: 'a number of another country than its network under `networkMismatch: reject`',
      source: 'spec 4.1, 7.4; D17, D32',
      ask: ({ form, send }) => send({ ...form, ...elsewhere }),
    },
    ...limits('mobile-money', 'MTN', 'GHS'),
    fullWallet('GHS'),
    unknownScenario,
    cannotHappen('va-expiry', 'a mobile money collection'),
  ],
  'POST /collections/otp': [
    {
      status: 400,
      when: 'a wrong OTP',
      shape,
      message: 'Invalid OTP',
      rule: 'invalid_otp',
      source: 'D10, D26',
      ask: async ({ ready, send }) => send({ ...(await ready()), otp: 'wrong' }),
    },
    {
      status: 400,
      when: 'the third wrong OTP',
      shape,
      message: 'Invalid OTP',
      rule: 'invalid_otp',
      source: 'D26',
      ask: async ({ ready, send }) => {
        const form = { ...(await ready()), otp: 'wrong' }
        await send(form)
        await send(form)
        return send(form)
      },
    },
    {
      status: 400,
      when: 'an OTP that was accepted before',
      shape,
      message: 'Transaction is not awaiting an OTP',
      rule: 'not_awaiting_otp',
      source: 'D10, D26',
      ask: async ({ ready, send }) => {
        const form = await ready()
        await send(form)
        return send(form)
      },
    },
    {
      status: 404,
      when: 'an id that no transaction of the business has',
      shape,
      message: 'Transaction not found',
      rule: 'transaction_not_found',
      source: 'D26',
      ask: once,
    },
  ],
  'POST /collections/virtual-account': [
    duplicate,
    {
      status: 400,
      when: 'the currency GHS',
      shape,
      message: 'Currency must be NGN',
      rule: 'currency_must_be_ngn',
      source: 'spec 4.3, 7.3; D10',
      ask: ({ form, send }) => send({ ...form, currency: 'GHS' }),
    },
    currencyOff('NGN', 'GHS'),
    ...limits('virtual-account', '058', 'NGN'),
    fullWallet('NGN'),
    unknownScenario,
    cannotHappen('settle-wrong_pin', 'a virtual account'),
  ],
  'POST /disbursements/bank': [
    ...ofPayouts,
    ...limits('bank-payout', 'GCB', 'GHS'),
    cannotHappen('otp', 'a bank payout'),
  ],
  'POST /disbursements/mobilemoney': [
    ...ofPayouts,
    networkOff,
    {
      ...mismatch,
      when: 'a number of another country than its network under `networkMismatch: reject`',
      source: 'D17, D28, D32',
      ask: ({ form, send }) => send({ ...form, recipients: [{ accountName: 'Ama Mensah', ...elsewhere }] }),
    },
    ...limits('mobile-money-payout', 'MTN', 'GHS'),
    cannotHappen('settle-prompt_timeout', 'a mobile money payout'),
  ],
  'GET /accountquery': [
    {
      ...mismatch,
      when: 'a number of another network under `networkMismatch: reject`',
      source: 'D29, D32',
      ask: ({ send }) => send({ currency: 'GHS', accountCode: 'VOD', accountNumber: '0241234567' }),
    },
    {
      ...mismatch,
      when: 'a number of another country than its network under `networkMismatch: reject`',
      source: 'D17, D29, D32',
      ask: ({ send }) => send({ currency: 'XOF', accountCode: 'ORANGE_CI', accountNumber: '07123456' }),
    },
  ],
  'GET /payments/{id}': [
    {
      status: 404,
      when: 'an id that no transaction of the business has',
      shape,
      message: 'Payment not found',
      rule: 'payment_not_found',
      source: 'D27',
      ask: once,
    },
  ],
}

export const businessStatuses: readonly StatusRow[] = (Object.keys(casesOf) as EndpointName[]).flatMap((endpoint) =>
  (casesOf[endpoint] ?? []).map((row) => ({ endpoint, ...row })),
)
