import type { Edit } from './copied-package.ts'

/** A create flow that no specification has: its definition, its endpoint, and the line that joins them. */
export const cardFlow: readonly Edit[] = [
  {
    file: 'src/catalogue/flows.ts',
    after: "        'va-expiry': 'No transfer comes',\n        ...retried,\n      },\n    },\n  },\n",
    text: `  card: {
    title: 'a card charge',
    has: [],
    direction: 'in',
    feePercent: 2,
    path: '/collections/card',
    command: ['collect', 'card'],
    tool: 'card',
    sample: { ...cedis, accountNumber: '5060666666666666', network: 'VISA' },
    body: ({ amount, currency, accountName, accountNumber: card }, { reference, callbackURL }) => {
      return { amount, currency, accountName, card, reference, callbackURL }
    },
    page: { title: 'Card', icon: 'wallets', trials: { approve: 'The customer pays', ...retried } },
  },
`,
  },
  {
    file: 'src/flows/card/charge.ts',
    text: `import { z } from 'zod'
import { bodyOf } from '../../contract/body.ts'
import { amount, callbackURL, currency, label, reference } from '../../contract/common-fields.ts'
import { namedRequest } from '../../contract/named.ts'
import { toMajor } from '../../domain/money.ts'
import { admitCollection } from '../admission.ts'
import { beyond } from '../beyond.ts'
import { defineCreate } from '../define-create.ts'
import { keyOrder } from '../key-order.ts'
import { debit, initiated, nullableField, recordField, recordFields, recordForm } from '../record.ts'

const fields = {
  ...recordFields,
  type: debit,
  metadata: recordField(z.looseObject({}), () => ({})),
  checkout_url: nullableField('Where the customer pays.', ({ transaction: { id } }) => \`https://pay.example/\${id}\`),
  instructions: nullableField('Absent.', () => undefined),
}

export const chargeCard = defineCreate({
  flow: 'card',
  name: 'chargeCard',
  basis: beyond,
  summary: 'Charge a card on a page of the service',
  body: namedRequest(
    'CardRequest',
    bodyOf({
      amount: amount(),
      currency: currency(),
      accountName: label('accountName', 'Name on the card.'),
      card: label('card', 'Number of the card.'),
      reference: reference(),
      callbackURL: callbackURL(),
    }),
  ),
  created: recordForm('CardCharged', 'The charge as it was created.', keyOrder.mobileMoneyCreated, {
    ...fields,
    status: initiated,
  }),
  final: recordForm('CardCharge', 'The charge as it is now.', keyOrder.collection, fields),
  toRequest: ({ amount: askedMinor, currency, accountName, card, reference, callbackURL = null }) => ({
    intent: {
      flow: 'card',
      reference,
      currency,
      askedMinor,
      channel: 'BANK',
      network: 'VISA',
      reason: '',
      customer: { accountName, accountNumber: card },
      metadata: {},
      callbackUrl: callbackURL,
      extras: {},
      conversion: null,
    },
    admit: admitCollection,
  }),
  toBody: ({ askedMinor, currency, customer, reference }) => {
    const { accountName, accountNumber: card } = customer
    return { amount: toMajor(askedMinor, currency), currency, accountName, card, reference }
  },
})
`,
  },
  {
    file: 'src/flows/create-flows.ts',
    after: "import type { CreateFlow, CreateRequest } from './define-create.ts'\n",
    text: "import { chargeCard } from './card/charge.ts'\n",
  },
  { file: 'src/flows/create-flows.ts', after: 'export const createFlows = {\n', text: '  card: chargeCard,\n' },
]
