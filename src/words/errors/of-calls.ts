import { meantInstead } from '../../domain/did-you-mean.ts'
import { keyForm } from '../../domain/keys.ts'
import type { FactsBelow } from '../../domain/refused.ts'
import type { Advice } from '../actions.ts'
import { type NoObject, noObjectText } from '../no-object.ts'
import { row, type Texts, type Words } from './row.ts'

/** The call is not what its endpoint takes; each problem is the sentence of the rule that it breaks. */
interface Invalid {
  /** `field` is empty if the call as a whole is wrong. */
  readonly problems: readonly { readonly field: string; readonly problem: string }[]
  readonly mend?: Advice
}

/** `proxy` is the header of one; `address` is null for a closed connection. */
type OtherMachine = Readonly<Record<'proxy' | 'address', string | null>>

/** The routes that a call to an unknown one probably meant: the same path with other methods, or other paths. */
export type NearRoutes =
  | { readonly methods: readonly string[] }
  | { readonly routes: readonly string[] }
  | { readonly root: true }

/** The errors of a call that is not let in, asks for what is not there, or meets a sandbox that cannot do it now. */
export const ofCalls = {
  invalid: row('invalid', ({ problems, mend }: Invalid, nameOf) => [
    problems.map(({ field, problem }) => `${field === '' ? '' : nameOf(field)}${problem}`).join('; '),
    ...(mend === undefined ? [] : [mend]),
  ]),
  'no-wallet': row(
    'not_found',
    ({ currency, key, currencies }: Texts<'currency' | 'key'> & { readonly currencies: readonly string[] }) => [
      `No wallet in ${currency} in the business ${key}`,
      meantInstead(currency, currencies),
    ],
  ),
  'webhook-gone': row('not_found', ({ id, key }: Texts<'id' | 'key'>) => [
    `A reset or restore of the business ${key} deleted the webhook ${id}`,
  ]),
  'not-sealed': row('conflict', ({ key }: FactsBelow<'not-sealed'>) => [
    `The business ${key} is not sealed`,
    ['run ', { do: 'seal' }, ' first; only a sealed business can be dropped'],
  ]),
  interrupted: row('conflict', () => [
    'The call was interrupted: the business was reset or restored, or the sandbox is stopping',
  ]),
  'too-large-webhook': row('too_large', () => [
    'The body is over 64 KB, and no webhook of this sandbox is',
    'send it to a server of your own',
  ]),
  'other-machine': row('other_machine', ({ proxy, address }: OtherMachine) => [
    `This call is only for callers on the machine of the sandbox; it came ${proxy === null ? `from ${address ?? 'a closed connection'}` : `through a proxy (${proxy})`}`,
    'call it there over 127.0.0.1, inside the container if it runs in one',
  ]),
  owned: row('conflict', ({ by, pid }: { readonly by: Owner; readonly pid: number }) => [
    `This sandbox ${owners[by][0]}, process ${pid}: a call cannot end it`,
    owners[by][1],
  ]),
  'stops-soon': row('draining', () => ['The sandbox stops soon', 'it answers calls until then']),
  'database-closed': row('conflict', () => ['The database is not open']),
  'scheduler-stopped': row('conflict', () => ['The scheduler is not running']),
  unauthorized: row('unauthorized', ({ because }: { readonly because: keyof typeof keyAdvice }) => [
    'Authentication failed due to invalid api_key',
    keyAdvice[because],
  ]),
  // Null for a closed connection.
  'address-not-allowed': row('internal', ({ address }: { readonly address: string | null }) => [
    `the address ${address ?? 'of a closed connection'} is not in the setting ipAllowList of this business`,
    'add it there to let it in',
  ]),
  quota: row('quota', ({ of, most }: FactsBelow<'quota'>) => quotas[of](most)),
  'other-slot': row('other_slot', ({ key, slot, served }: FactsBelow<'other-slot'>) => [
    `This sandbox serves slots ${served}; key ${key} is in slot ${slot}`,
  ]),
  storage: row('storage', ({ isFull }: FactsBelow<'storage'>) =>
    isFull
      ? [
          'Storage is not available: the disk of the sandbox is full',
          'free some space on it, or start with another --data',
        ]
      : ['Storage is not available'],
  ),
  // Null if the cause is not a known one.
  'no-object': row('invalid', ({ because }: { readonly because: NoObject | null }) => [
    'Request body must be a valid JSON object',
    ...(because === null ? [] : [noObjectText(because)]),
  ]),
  'too-large': row('too_large', () => ['Request body is too large']),
  'no-route': row(
    'not_found',
    ({ method, path, near }: Texts<'method' | 'path'> & { readonly near: NearRoutes | null }) => [
      `Cannot ${method} ${path}`,
      ...(near === null ? [] : [nearRoutesText(near, method, path)]),
    ],
  ),
  // `name` is null for a malformed header.
  'host-not-allowed': row('host_not_allowed', ({ host, name }: Texts<'host'> & { readonly name: string | null }) => [
    `The Host ${JSON.stringify(host)} is not one this sandbox answers to`,
    `start it with --allow-host ${name ?? 'NAME'}`,
  ]),
  // Null for a page of another site that names no origin.
  'origin-not-allowed': row('origin_not_allowed', ({ origin }: { readonly origin: string | null }) =>
    origin === null
      ? ['Pages of other sites may not use /_sandbox']
      : [
          `The Origin ${JSON.stringify(origin)} may not use /_sandbox`,
          'call it from the same address, or without a browser',
        ],
  ),
  'no-token': row('token_required', () => [
    'This sandbox demands its token under /_sandbox',
    ['send the token it was started with in ', { do: 'give-token' }],
  ]),
  internal: row('internal', () => ['Internal error of the sandbox: its log on stderr has the cause']),
}

/** What a sandbox belongs to, and how it ends. */
const owners = {
  program: ['runs inside another program', 'end it there; in a test: await sandbox.stop()'],
  exec: ['belongs to payments-sandbox exec', 'it ends with the command that exec runs'],
  explore: ['belongs to payments-sandbox explore', 'it ends with the exploration; Ctrl+C there ends both'],
  audit: ['belongs to payments-sandbox audit', 'it ends with the audit; Ctrl+C there ends both'],
  mcp: ['belongs to payments-sandbox mcp', 'it ends with the client that started the MCP server'],
} as const

export type Owner = keyof typeof owners

const keyAdvice = {
  'no-key': ['send your test_ key in ', { do: 'choose-business' }, ', for example test_sandbox'],
  live: 'live_ keys are refused here: use a test_ key',
  scheme: ['send the key alone in ', { do: 'choose-business' }, ', without a scheme word such as Bearer'],
  form: `a key is ${keyForm}`,
  undeclared: 'this key is not declared in the config, and `keys: declared` accepts no other',
} as const satisfies Readonly<Record<string, Advice>>

const quotas: Readonly<Record<FactsBelow<'quota'>['of'], (most: number) => Words>> = {
  businesses: (most) => [
    `This sandbox has ${most} ${most === 1 ? 'business' : 'businesses'}, the most that maxBusinesses allows`,
    'use a key that was used before, or raise maxBusinesses',
  ],
  transactions: (most) => [
    `This business has ${most} transactions, the most that maxTransactionsPerBusiness allows`,
    'each is not final, or has a webhook or other work to come: advance its time, reset it, or raise maxTransactionsPerBusiness',
  ],
  streams: (most) => [
    `This business has ${most} open streams of events, the most that there may be`,
    'close one that is no longer read',
  ],
  'all-streams': (most) => [
    `This sandbox has ${most} open streams of events, the most that there may be`,
    'close one that is no longer read',
  ],
  world: (most) => [
    `The world has more than ${most} transactions, the most that maxTransactionsPerBusiness allows`,
    'prune it before you export it, or raise maxTransactionsPerBusiness',
  ],
}

/** Browsers ask `/`, and tools that wait for a server take its 404 for a server that is not ready. */
const atRoot =
  'the page of the sandbox is at /_sandbox/, its reference at /_sandbox/docs; to wait until it is ready, ask /_sandbox/health/live'

function nearRoutesText(near: NearRoutes, method: string, path: string): string {
  if ('root' in near) return atRoot
  if ('methods' in near) return `${path} takes ${near.methods.join(' or ')}, not ${method}`
  return `did you mean ${near.routes.join(' or ')}?`
}
