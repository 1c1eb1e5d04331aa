import type { Advice } from '../domain/action.ts'
import { meantInstead } from '../domain/did-you-mean.ts'
import type { ErrorFacts, Reason } from '../domain/error-facts.ts'
import { actingErrors } from './acting-errors.ts'
import type { Words } from './actions.ts'
import { notBackedUp, notSaved, worldMends } from './file-errors.ts'
import { noObjectText } from './no-object.ts'
import { keyAdvice, nearRoutesText, quotas } from './refused-calls.ts'
import { missedText, nextText, seenText, waitedText, webhooksSeenText } from './waits.ts'

/** What is wrong, and how to go on. */
export interface ErrorWords {
  readonly message: string
  readonly advice: readonly Advice[]
}

/** What a client writes before the problem of a field; empty if its users do not name it. */
export type FieldName = (field: string) => string

const errors: { readonly [R in Reason]: (facts: ErrorFacts<R>, nameOf: FieldName) => Words } = {
  ...actingErrors,
  invalid: ({ problems, mend }, nameOf) => [
    problems.map(({ field, problem }) => `${field === '' ? '' : nameOf(field)}${problem}`).join('; '),
    ...(mend === undefined ? [] : [mend]),
  ],
  'no-wallet': ({ currency, key, currencies }) => [
    `No wallet in ${currency} in the business ${key}`,
    meantInstead(currency, currencies),
  ],
  'no-page': ({ page, pages }) => [`There is no page ${page}`, meantInstead(page, pages)],
  'no-file': ({ of, file }) => [`The ${of} has no file ${file}`, 'in a clone of the repository: npm run build'],
  'webhook-gone': ({ id, key }) => [`A reset or restore of the business ${key} deleted the webhook ${id}`],
  'no-otp': ({ number, newest, waited, next }) => {
    const seen =
      newest === null
        ? 'No SMS was sent there: the business setting smsOtp or a scenario with otp asks for one, in GHS'
        : `The last one (${newest.id}) is closed: the transaction is ${newest.status}`
    const message = `No open OTP for ${number}${waited === null ? '' : waitedText(waited)}. ${seen}`
    return waited === null ? [message] : [message, nextText(next)]
  },
  'not-as-wanted': (facts) => [`${missedText(facts)}. ${seenText(facts.seen)}`, nextText(facts.next)],
  'no-webhook': (facts) => {
    const { wanted, waited, next } = facts
    const which = `${wanted.reference === null ? '' : `for ${wanted.reference} `}${wanted.status === null ? '' : `with status ${wanted.status} `}`
    const missed = `No webhook ${which}was answered 2xx${waitedText(waited)}`
    return [`${missed}. Seen: ${webhooksSeenText(facts)}`, nextText(next)]
  },
  'stopped-waiting': ({ name }) => [`The sandbox stopped before ${name} was as wanted`],
  'not-sealed': ({ key }) => [
    `The business ${key} is not sealed`,
    ['run ', { do: 'seal' }, ' first; only a sealed business can be dropped'],
  ],
  interrupted: () => ['The call was interrupted: the business was reset or restored, or the sandbox is stopping'],
  'shipped-name': ({ name }) => [
    `The scenario ${name} is shipped with the sandbox`,
    'give the one of the draft another name',
  ],
  'not-saved': notSaved,
  'not-backed-up': notBackedUp,
  'unusable-world': ({ line, problem, mend }) => [
    line === null ? problem : `line ${line}: ${problem}`,
    worldMends[mend],
  ],
  'too-large-webhook': () => [
    'The body is over 64 KB, and no webhook of this sandbox is',
    'send it to a server of your own',
  ],
  'other-machine': ({ proxy, address }) => [
    `This call is only for callers on the machine of the sandbox; it came ${proxy === null ? `from ${address ?? 'a closed connection'}` : `through a proxy (${proxy})`}`,
    'call it there over 127.0.0.1, inside the container if it runs in one',
  ],
  owned: ({ by, pid }) => [`This sandbox ${owners[by][0]}, process ${pid}: a call cannot end it`, owners[by][1]],
  'stops-soon': () => ['The sandbox stops soon', 'it answers calls until then'],
  'database-closed': () => ['The database is not open'],
  'scheduler-stopped': () => ['The scheduler is not running'],
  unauthorized: ({ because }) => ['Authentication failed due to invalid api_key', keyAdvice[because]],
  'address-not-allowed': ({ address }) => [
    `the address ${address ?? 'of a closed connection'} is not in the setting ipAllowList of this business`,
    'add it there to let it in',
  ],
  quota: ({ of, most }) => quotas[of](most),
  'other-slot': ({ key, slot, served }) => [`This sandbox serves slots ${served}; key ${key} is in slot ${slot}`],
  storage: ({ isFull }) => [
    `Storage is not available${isFull ? ': the disk of the sandbox is full' : ''}`,
    ...(isFull ? ['free some space on it, or start with another --data'] : []),
  ],
  'no-object': ({ because }) => [
    'Request body must be a valid JSON object',
    ...(because === null ? [] : [noObjectText(because)]),
  ],
  'too-large': () => ['Request body is too large'],
  'no-route': ({ method, path, near }) => [
    `Cannot ${method} ${path}`,
    ...(near === null ? [] : [nearRoutesText(near, method, path)]),
  ],
  'host-not-allowed': ({ host, name }) => [
    `The Host ${JSON.stringify(host)} is not one this sandbox answers to`,
    `start it with --allow-host ${name ?? 'NAME'}`,
  ],
  'origin-not-allowed': ({ origin }) =>
    origin === null
      ? ['Pages of other sites may not use /_sandbox']
      : [
          `The Origin ${JSON.stringify(origin)} may not use /_sandbox`,
          'call it from the same address, or without a browser',
        ],
  'no-token': () => [
    'This sandbox demands its token under /_sandbox',
    ['send the token it was started with in ', { do: 'give-token' }],
  ],
  internal: () => ['Internal error of the sandbox: its log on stderr has the cause'],
}

/** What a sandbox belongs to, and how it ends. */
const owners: Readonly<Record<ErrorFacts<'owned'>['by'], readonly [belongs: string, ends: string]>> = {
  program: ['runs inside another program', 'end it there; in a test: await sandbox.stop()'],
  exec: ['belongs to payments-sandbox exec', 'it ends with the command that exec runs'],
  explore: ['belongs to payments-sandbox explore', 'it ends with the exploration; Ctrl+C there ends both'],
  audit: ['belongs to payments-sandbox audit', 'it ends with the audit; Ctrl+C there ends both'],
  mcp: ['belongs to payments-sandbox mcp', 'it ends with the client that started the MCP server'],
}

/** Says an error in words. `nameOf` says how the client's users name a field; without it as the API does. */
export function errorWords<R extends Reason>(
  facts: ErrorFacts<R>,
  nameOf: FieldName = (field) => `${field}: `,
): ErrorWords {
  const [message, ...advice] = errors[facts.why](facts, nameOf)
  return { message, advice }
}

/** True for facts that these words are for: another version of the sandbox may have others. */
export function isKnown(facts: unknown): facts is ErrorFacts {
  const why = typeof facts === 'object' && facts !== null && 'why' in facts ? facts.why : null
  return typeof why === 'string' && Object.hasOwn(errors, why)
}
