import type { Advice } from '../domain/action.ts'
import { meantOneOf } from '../domain/did-you-mean.ts'
import type { ActionRefusal, ErrorFacts, Reason } from '../domain/error-facts.ts'
import type { Words } from './actions.ts'
import { brokenFilesText } from './file-errors.ts'

type Acting =
  | 'not-here'
  | 'unknown-scenario'
  | 'unknown-snapshot'
  | 'action-refused'
  | 'no-prompt'
  | 'sealed'
  | 'full-of-snapshots'
  | 'wallet-moved'
  | 'holds-transactions'

const chooseBusiness: Advice = [{ do: 'choose-business' }, ' chooses the business']
const unseal: Advice = [{ do: 'unseal' }, ' opens it again']

/** The errors that a user of the page meets and whose advice names what can be done: the page does it by a button or a link. */
export const actingErrors: { readonly [R in Acting]: (facts: ErrorFacts<R>) => Words } = {
  'not-here': ({ what, name, key }) => [
    `No ${what} ${name} in the business ${key}`,
    ...(what === 'webhook' ? ([[{ do: 'list-webhooks' }, ' lists them']] as const) : []),
    chooseBusiness,
  ],
  'unknown-scenario': ({ name, near, broken }) => [
    [`There is no scenario ${name}`, meantOneOf(near) ?? []].flat().join('; '),
    broken === null ? [{ do: 'list-scenarios' }, ' lists them'] : brokenFilesText(broken),
  ],
  'unknown-snapshot': ({ name, key, names }) => [
    `The business ${key} has no snapshot ${name}`,
    ...(names.length > 0
      ? [`it has ${names.join(', ')}`]
      : ([['it has none yet: ', { do: 'take-snapshot' }, ' takes one'], chooseBusiness] as const)),
  ],
  'action-refused': refusedAction,
  'no-prompt': ({ number, of, open }) => [
    `No open prompt${of === null ? '' : ` of ${of}`} on ${number}`,
    open.length > 0 ? `open: ${open.join(', ')}` : [{ do: 'show-prompts' }, ' shows what became of a prompt'],
  ],
  sealed: ({ key, canDrop }) => [
    `The business ${key} is sealed`,
    unseal,
    ...(canDrop ? ([[{ do: 'drop' }, ' deletes it']] as const) : []),
  ],
  'full-of-snapshots': ({ key, count }) => [
    `The business ${key} has reached the limit of ${count} snapshots`,
    [{ do: 'delete-snapshot' }, ' deletes one'],
    'a name that exists is replaced',
  ],
  'wallet-moved': ({ currency }) => [
    `wallets.${currency}: this wallet has moved already, so its opening balance cannot change`,
    ['set its balance with ', { do: 'set-wallet', currency }, ', or run ', { do: 'reset' }, ' first'],
  ],
  'holds-transactions': ({ key }) => [
    `The business ${key} has transactions`,
    ['import it into another key, or with ', { do: 'replace-world' }, ', which deletes what this one holds'],
  ],
}

/** The words of such an error; null for any other. */
export function actingWords<R extends Reason>(facts: ErrorFacts<R>): Words | null {
  const words: { readonly [R in Reason]?: (facts: ErrorFacts<R>) => Words } = actingErrors
  return (Object.hasOwn(words, facts.why) && words[facts.why]?.(facts)) || null
}

function refusedAction({ action, id, reference, because }: ActionRefusal): Words {
  const cannot = `Cannot ${action === 'pin' ? 'type a PIN for' : action} ${id}: `
  const fail = { do: 'fail', transaction: reference } as const
  const useFail: Advice = ['use ', fail]
  switch (because.is) {
    case 'final':
      return [`${cannot}it is already ${because.status}`]
    case 'impossible-result':
      return [`${cannot}${because.result} cannot happen to ${because.flow}`]
    case 'no-otp':
      return [`${cannot}it has no OTP`]
    case 'cannot-expire':
      return [`${cannot}it has nothing that can expire`, useFail]
    case 'waits-for-otp':
      return [
        `${cannot}it waits for its OTP`,
        ['let your code submit it, or use ', { do: 'expire', transaction: reference }, ' or ', fail],
      ]
    case 'no-prompt':
      return [`${cannot}${because.flow} has no prompt`, useFail]
  }
}
