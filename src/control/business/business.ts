import { z } from 'zod'
import { type CurrencyCode, currencyCodes } from '../../catalogue/currencies.ts'
import { answerList, answerObject, namedAnswer, namedRequest } from '../../contract/named.ts'
import { layerOf, type SettingsChange, settingsOver } from '../../domain/declared-settings.ts'
import { openingMinor, settingsSchema } from '../../domain/settings.ts'
import type { Store } from '../../store/store.ts'
import { webhookSecretOf } from '../../webhooks/sign.ts'
import { refusal } from '../../words/errors.ts'
import { clockView, presentClock } from '../clock/clock-view.ts'
import { controlEndpoint } from '../endpoint.ts'
import { nullableSettings, settingsChange } from './settings-change.ts'

const businessView = namedAnswer(
  'BusinessSettings',
  settingsSchema
    .extend({
      key: z.string().describe('The API key that names the business.'),
      webhookSecret: z.string().describe('Key of the signature (D34).'),
    })
    .describe('The settings of this business, and the secret that signs its webhooks.'),
)

export const showBusiness = controlEndpoint({
  route: 'GET /_sandbox/business',
  summary: 'Settings of this business',
  answer: businessView,
  handle: ({ key, store }) => ({ body: present(key, store) }),
})

/**
 * Lays any part of the settings over those of the calling business: null gives a setting its default back, `{}` clears a map.
 * A reset takes it away again.
 */
export const changeBusiness = controlEndpoint({
  route: 'PATCH /_sandbox/business',
  summary: 'Change settings of this business',
  body: namedRequest('SettingsChange', settingsChange, nullableSettings),
  answer: businessView,
  async handle({ key, body, store }) {
    refuseMoved(store, key, body)
    await store.perform(key, {}, ({ business }) => {
      const settings = layerOf(body, business.settings)
      return { result: undefined, changes: [{ change: 'business.set', settings }] }
    })
    return { body: present(key, store) }
  },
})

/** An opening balance is history once its wallet has moved: the ledger begins with it. */
function refuseMoved(store: Store, key: string, change: SettingsChange): void {
  const before = store.business(key).settings
  const after = settingsOver(before, layerOf(change, before))
  const isOther = (code: CurrencyCode) => openingMinor(after, code) !== openingMinor(before, code)
  const moved = currencyCodes.find((code) => isOther(code) && store.ledger(key, code, 1).length > 0)
  if (moved === undefined) return
  throw refusal({ why: 'wallet-moved', currency: moved })
}

function present(key: string, store: Store) {
  const business = store.business(key)
  return { key, ...business.settings, webhookSecret: webhookSecretOf(business) }
}

const businessesView = answerList(
  'Businesses',
  'Every business that was written to.',
  answerObject('BusinessSummary', 'One business.', {
    key: z.string(),
    name: z.string(),
    transactions: z.int(),
    clock: clockView,
  }),
)

export const listBusinesses = controlEndpoint({
  route: 'GET /_sandbox/businesses',
  summary: 'All businesses',
  answer: businessesView,
  handle: ({ store }) => ({
    body: store
      .businesses()
      .map(({ key, transactions }) => ({ key, name: key, transactions, clock: presentClock(store, key) })),
  }),
})
