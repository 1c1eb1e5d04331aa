import { expect, test } from 'vitest'
import { inCommands } from '../../src/cli/client/in-commands.ts'
import { nextCommand } from '../../src/cli/client/next-command.ts'
import { ControlFailure } from '../../src/control-client/failure.ts'
import { callOf } from '../../src/words/actions.ts'
import { type ErrorFacts, errorWords, type Reason } from '../../src/words/errors.ts'

const key = 'test_shop'
const [id, reference] = ['tx1', 'order-1']
const next = {
  dueAt: '2026-01-31T12:00:05.000Z',
  work: { brings: 'settled', result: 'approved' },
  frozenAt: '2026-01-31T12:00:00.000Z',
  notOf: null,
} as const
const broken = { file: 'mine.yaml', line: 3, column: 5, message: 'unknown key; did you mean use?', more: 1 }
const action = { action: 'approve', id, reference } as const

type Sample<Facts> = Facts extends unknown ? Omit<Facts, 'why'> : never
type Samples = { readonly [R in Reason]: readonly Sample<ErrorFacts<R>>[] }

/** At least one of each reason. */
const samples: Samples = {
  invalid: [
    { problems: [{ field: 'by', problem: '"soon" is not a duration' }] },
    { problems: [{ field: '', problem: 'That cannot be' }], mend: [{ do: 'reset' }, ' starts the business again'] },
  ],
  'not-here': [
    { what: 'webhook', name: 'w1', key },
    { what: 'transaction', name: id, key },
  ],
  'unknown-scenario': [
    { name: 'nosuch', near: [], broken: null },
    { name: 'wrong', near: ['wrong-pin', 'wrong-otp'], broken },
  ],
  'unknown-snapshot': [
    { name: 'paid', key, names: ['begun', 'done'] },
    { name: 'paid', key, names: [] },
  ],
  'no-wallet': [{ currency: 'GBP', key, currencies: ['GHS', 'NGN'] }],
  'no-page': [{ page: 'webhook.md', pages: ['webhooks.md', 'wallets.md'] }],
  'no-file': [{ of: 'page', file: 'main.js' }],
  'webhook-gone': [{ id: 'w1', key }],
  'action-refused': [
    { ...action, because: { is: 'final', status: 'FAILED' } },
    { ...action, because: { is: 'impossible-result', result: 'wrong_pin', flow: 'a bank payout' } },
    { ...action, because: { is: 'no-prompt', flow: 'a bank payout' } },
    { ...action, because: { is: 'no-otp' } },
    { ...action, because: { is: 'waits-for-otp' } },
    { ...action, action: 'pin', because: { is: 'cannot-expire' } },
  ],
  'no-prompt': [
    { number: '0241234567', of: id, open: [] },
    { number: '0241234567', of: null, open: ['tx2'] },
  ],
  'no-otp': [
    { number: '0241234567', newest: null, waited: null, next: null },
    { number: '0241234567', newest: { id, status: 'FAILED' }, waited: { ms: 4000 }, next: { ...next, dueAt: null } },
  ],
  'not-as-wanted': [
    {
      wanted: { name: reference, status: 'COMPLETED', webhook: false },
      waited: { ms: 4000 },
      seen: { reference, status: 'FAILED', result: 'wrong_pin' },
      next,
    },
    {
      wanted: { name: reference, status: null, webhook: true },
      waited: null,
      seen: { reference, status: 'COMPLETED', result: null, webhook: { status: 'dropped', answer: null } },
      next: null,
    },
  ],
  'no-webhook': [
    {
      wanted: { reference, status: 'COMPLETED' },
      waited: 'stood-still',
      transaction: { status: 'COMPLETED', skipped: 'webhook_dropped' },
      webhooks: [{ of: reference, reports: 'COMPLETED', to: 'http://shop/hook', status: 'pending', answer: 503 }],
      next: { ...next, frozenAt: null, work: { brings: 'webhook_queued', scenario: 'held' } },
    },
    {
      wanted: { reference, status: null },
      waited: 'stood-still',
      transaction: { status: 'COMPLETED', skipped: 'webhook_unaddressed' },
      webhooks: [],
      next: { ...next, notOf: reference, work: { brings: 'expired', what: 'otp' } },
    },
    {
      wanted: { reference: null, status: null },
      waited: { ms: 10 },
      transaction: null,
      webhooks: [],
      next: { ...next, work: { brings: 'webhook_attempted', deliveryId: 'w2', origin: 'http://shop' } },
    },
  ],
  'stopped-waiting': [{ name: reference }],
  sealed: [
    { key, canDrop: true },
    { key, canDrop: false },
  ],
  'not-sealed': [{ key }],
  'full-of-snapshots': [{ key, count: 100 }],
  'wallet-moved': [{ currency: 'GHS' }],
  'holds-transactions': [{ key }],
  interrupted: [{}],
  'shipped-name': [{ name: 'wrong-pin' }],
  'not-saved': [
    { is: 'no-folder' },
    { is: 'exists', path: '/scenarios/mine.yaml' },
    { is: 'no-file', path: '/scenarios/mine.yaml', kind: 'folder' },
    { is: 'unwritable', path: '/scenarios/mine.yaml', code: 'EACCES' },
  ],
  'not-backed-up': [
    { is: 'under-way' },
    { is: 'odd-name' },
    { is: 'exists', file: '/backup.db' },
    { is: 'own-name', file: '/data/sandbox.db' },
    { is: 'elsewhere', file: '/backup.db', folder: '/data/backups' },
    { is: 'elsewhere', file: '/backup.db', folder: null },
    { is: 'unwritable', file: '/backup.db', error: 'EACCES' },
  ],
  'unusable-world': [
    { line: 7, problem: 'it is cut off', mend: 'export-again' },
    { line: null, problem: 'The file is not gzip', mend: 'name-another' },
    { line: null, problem: 'The world is over 1 GB', mend: 'prune' },
    { line: null, problem: 'The file has format 9', mend: 'update' },
  ],
  'too-large-webhook': [{}],
  'other-machine': [
    { proxy: null, address: '203.0.113.9' },
    { proxy: 'via', address: '127.0.0.1' },
  ],
  owned: (['program', 'exec', 'explore', 'audit', 'mcp'] as const).map((by) => ({ by, pid: 7 })),
  'stops-soon': [{}],
  'database-closed': [{}],
  'scheduler-stopped': [{}],
  unauthorized: (['no-key', 'live', 'scheme', 'form', 'undeclared'] as const).map((because) => ({ because })),
  'address-not-allowed': [{ address: '203.0.113.9' }],
  quota: (['businesses', 'transactions', 'world', 'streams', 'all-streams'] as const).map((of) => ({ of, most: 10 })),
  'other-slot': [{ key, slot: 7, served: '100-199' }],
  storage: [{ isFull: true }, { isFull: false }],
  'no-object': [
    { because: null },
    { because: { is: 'encoded', encoding: 'br' } },
    { because: { is: 'other-value', value: 'number' } },
    { because: { is: 'empty' } },
  ],
  'too-large': [{}],
  'no-route': [
    { method: 'PUT', path: '/_sandbox/clock', near: { methods: ['GET'] } },
    { method: 'GET', path: '/_sandbox/clok', near: { routes: ['GET /_sandbox/clock'] } },
    { method: 'GET', path: '/', near: { root: true } },
    { method: 'GET', path: '/x', near: null },
  ],
  'host-not-allowed': [{ host: 'shop:4747', name: 'shop' }],
  'origin-not-allowed': [{ origin: 'http://evil' }, { origin: null }],
  'no-token': [{}],
  internal: [{}],
}

const all = Object.entries(samples).flatMap(([why, facts]) => {
  return facts.map((one) => ({ ...one, why }) as unknown as ErrorFacts)
})

/** What a caller of the API, a user of the command line, and an agent with the tools read of an error. */
function wordings(facts: ErrorFacts) {
  const { message, hint } = errorWords(facts, callOf)
  const failure = new ControlFailure({ status: 400, code: 'invalid', message, hint: undefined, facts })
  const inClient = (reader: 'person' | 'agent') => {
    const said = inCommands(failure, (one) => nextCommand({}, one, reader), reader)
    return `${said.message}\n${said instanceof ControlFailure ? (said.hint ?? '') : ''}`.trim()
  }
  return {
    api: `${message}\n${hint ?? ''}`.trim(),
    command: inClient('person'),
    tool: inClient('agent'),
  }
}

test('each reason, in the words of each client', async () => {
  const shown = all.map((facts) => {
    const { api, command, tool } = wordings(facts)
    const others = [...(command === api ? [] : [`command: ${command}`]), ...(tool === command ? [] : [`tool: ${tool}`])]
    return [`${facts.why}: ${api}`, ...others].join('\n').replaceAll('\n', '\n  ')
  })
  await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot('errors.txt')
})

const call = /\b(?:GET|POST|PUT|PATCH|DELETE) \/|\?\w+=/

/** Facts that name a call themselves. */
const ofCalls: readonly Reason[] = ['no-route']

test.each(all.filter(({ why }) => !ofCalls.includes(why)))('$why has calls for callers of the API only', (facts) => {
  const { api, command, tool } = wordings(facts)
  expect(command).not.toMatch(call)
  expect(tool).not.toMatch(call)
  expect(api).not.toMatch(/--key|RESULT|payments-sandbox fail/)
  expect(command).not.toMatch(/the tool /)
})
