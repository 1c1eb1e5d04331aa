import { defineEndpoint } from '../contract/endpoint.ts'
import { declaredSettings } from '../domain/declared-settings.ts'
import type { ControlTools } from './tools.ts'

/** The settings of the calling business, and the secrets that sign its webhooks. */
export const showBusiness = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'GET',
  path: '/_sandbox/business',
  summary: 'Settings of this business',
  handle: ({ key, store, signingSecrets }) => ({ body: present(key, store, signingSecrets) }),
})

/** Lays any part of the settings over those of the calling business; a reset takes it away again. */
export const changeBusiness = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'PATCH',
  path: '/_sandbox/business',
  summary: 'Change settings of this business',
  body: declaredSettings,
  async handle({ key, body: settings, store, signingSecrets }) {
    await store.perform(key, {}, () => ({ result: undefined, changes: [{ change: 'business.set', settings }] }))
    return { body: present(key, store, signingSecrets) }
  },
})

function present(key: string, store: ControlTools['store'], signingSecrets: ControlTools['signingSecrets']) {
  const business = store.business(key)
  return { key, ...business.settings, ...signingSecrets(business) }
}
