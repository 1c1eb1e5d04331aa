import type { Flow } from '../../src/domain/transaction.ts'
import type { Caller, Case } from './status-row.ts'

/** Refusals that several create calls share (D10, D14, D32), and how a merchant comes to them. */

export const shape = 'single message'

const twice = async ({ form, send }: Caller) => {
  await send(form)
  return send(form)
}
export const once = ({ form, send }: Caller) => send(form)

export const duplicate: Case = {
  status: 400,
  when: 'the reference was used before',
  shape,
  message: 'Duplicate reference',
  rule: 'duplicate_reference',
  source: 'spec 7.4, 8.2; D10, D14',
  ask: twice,
}
export const unknownScenario: Case = {
  status: 400,
  when: 'the header `x-sandbox-scenario` names no scenario',
  shape,
  message: 'Unknown scenario settle-aproved: did you mean settle-approved?',
  rule: 'unknown_scenario',
  source: 'D1 (scenario selection)',
  ask: ({ form, send }) => send(form, { headers: { 'x-sandbox-scenario': 'settle-aproved' } }),
}

export function currencyOff(currency: string, other: 'NGN' | 'GHS'): Case {
  return {
    status: 400,
    when: `\`currencies: [${other}]\``,
    shape,
    message: `Currency ${currency} is not enabled for this business`,
    rule: 'currency_not_enabled',
    source: 'spec 2.4, 7.4; D10',
    settings: { currencies: [other] },
    ask: once,
  }
}

export const networkOff: Case = {
  status: 400,
  when: '`networks: [VOD]`',
  shape,
  message: 'Network MTN is not enabled for this business',
  rule: 'network_not_enabled',
  source: 'spec 5.6; D32 (docs/fidelity.md)',
  settings: { networks: ['VOD'] },
  ask: once,
}

/** The limits of a flow for one network and currency, as settings, and what misses them. */
export function limits(flow: Flow, network: string, currency: 'GHS' | 'NGN'): readonly Case[] {
  const limited = (limit: { readonly min: number } | { readonly max: number }) => ({
    limits: { [flow]: { [network]: { [currency]: limit } } },
  })
  const source = 'spec 8.5; D10'
  return [
    {
      status: 400,
      when: `\`limits\` with ${network}: min 9000.5`,
      shape,
      message: 'amount must be at least 9000.5',
      rule: 'amount_too_small',
      source,
      settings: limited({ min: 9000.5 }),
      ask: once,
    },
    {
      status: 400,
      when: `\`limits\` with ${network}: max 50.5`,
      shape,
      message: 'amount must be at most 50.5',
      rule: 'amount_too_large',
      source,
      settings: limited({ max: 50.5 }),
      ask: once,
    },
  ]
}

export function fullWallet(currency: 'GHS' | 'NGN'): Case {
  return {
    status: 400,
    when: 'the wallet would pass 2^53 − 1 minor units',
    shape,
    message: 'Sorry, We can not process this transaction now',
    rule: 'cannot_process',
    source: 'spec 7.3; D10',
    settings: { wallets: { [currency]: 90_071_992_547_409 } },
    ask: once,
  }
}

export function cannotHappen(scenario: string, what: string): Case {
  return {
    status: 400,
    when: `the header \`x-sandbox-scenario: ${scenario}\``,
    shape,
    message: `Scenario ${scenario} cannot happen to ${what}`,
    rule: 'unknown_scenario',
    source: 'D1 (scenario selection)',
    ask: ({ form, send }) => send(form, { headers: { 'x-sandbox-scenario': scenario } }),
  }
}
