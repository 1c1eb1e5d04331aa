import type { Advice } from '../domain/action.ts'
import type { ErrorFacts } from '../domain/error-facts.ts'
import { keyForm } from '../domain/keys.ts'
import type { Words } from './actions.ts'

export const keyAdvice: Readonly<Record<ErrorFacts<'unauthorized'>['because'], Advice>> = {
  'no-key': ['send your test_ key in ', { do: 'choose-business' }, ', for example test_sandbox'],
  live: 'live_ keys are refused here: use a test_ key',
  scheme: ['send the key alone in ', { do: 'choose-business' }, ', without a scheme word such as Bearer'],
  form: `a key is ${keyForm}`,
  undeclared: 'this key is not declared in the config, and `keys: declared` accepts no other',
}

export const quotas: Readonly<Record<ErrorFacts<'quota'>['of'], (most: number) => Words>> = {
  businesses: (most) => [
    `This sandbox has ${most} ${most === 1 ? 'business' : 'businesses'}, the most that maxBusinesses allows`,
    'use a key that was used before, or raise maxBusinesses',
  ],
  transactions: (most) => [
    `This business has ${most} transactions, the most that maxTransactionsPerBusiness allows`,
    'each is not final, or has a webhook or other work to come: advance its time, reset it, or raise maxTransactionsPerBusiness',
  ],
  world: (most) => [
    `The world has more than ${most} transactions, the most that maxTransactionsPerBusiness allows`,
    'prune it before you export it, or raise maxTransactionsPerBusiness',
  ],
}

/** Browsers ask `/`, and tools that wait for a server take its 404 for a server that is not ready. */
const atRoot =
  'the page of the sandbox is at /_sandbox/, its reference at /_sandbox/docs; to wait until it is ready, ask /_sandbox/health/live'

export function nearRoutesText(
  near: NonNullable<ErrorFacts<'no-route'>['near']>,
  method: string,
  path: string,
): string {
  if ('root' in near) return atRoot
  if ('methods' in near) return `${path} takes ${near.methods.join(' or ')}, not ${method}`
  return `did you mean ${near.routes.join(' or ')}?`
}
