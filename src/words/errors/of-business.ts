import { meantOneOf } from '../../domain/did-you-mean.ts'
import type { FactsBelow } from '../../domain/refused.ts'
import { counted } from '../../text.ts'
import type { Advice } from '../actions.ts'
import { type Row, row, type Texts, type Words } from './row.ts'

const chooseBusiness: Advice = [{ do: 'choose-business' }, ' chooses the business']

interface NotHere extends Texts<'name' | 'key'> {
  readonly what: 'transaction' | 'webhook' | 'virtual account'
}

/** `near` are the scenarios that were probably meant. A broken file might have it. */
interface UnknownScenario extends Texts<'name'> {
  readonly near: readonly string[]
  readonly broken: BrokenFiles | null
}

interface UnknownSnapshot extends Texts<'name' | 'key'> {
  readonly names: readonly string[]
}

/** `of` is the transaction that was asked for, `open` the first others. */
interface NoPrompt extends Texts<'number'> {
  readonly of: string | null
  readonly open: readonly string[]
}

/** The errors that a user of the page meets and whose advice names what can be done: the page does it by a button or a link. */
export const ofBusiness = {
  'not-here': row('not_found', ({ what, name, key }: NotHere) => [
    `No ${what} ${name} in the business ${key}`,
    ...(what === 'webhook' ? ([[{ do: 'list-webhooks' }, ' lists them']] as const) : []),
    chooseBusiness,
  ]),
  'unknown-scenario': row('not_found', ({ name, near, broken }: UnknownScenario) => [
    [`There is no scenario ${name}`, meantOneOf(near) ?? []].flat().join('; '),
    broken === null ? [{ do: 'list-scenarios' }, ' lists them'] : brokenFilesText(broken),
  ]),
  'unknown-snapshot': row('not_found', ({ name, key, names }: UnknownSnapshot) => [
    `The business ${key} has no snapshot ${name}`,
    ...(names.length > 0
      ? [`it has ${names.join(', ')}`]
      : ([['it has none yet: ', { do: 'take-snapshot' }, ' takes one'], chooseBusiness] as const)),
  ]),
  'action-refused': row('conflict', refusedAction),
  'no-prompt': row('conflict', ({ number, of, open }: NoPrompt) => [
    `No open prompt${of === null ? '' : ` of ${of}`} on ${number}`,
    open.length > 0 ? `open: ${open.join(', ')}` : [{ do: 'show-prompts' }, ' shows what became of a prompt'],
  ]),
  sealed: row('conflict', ({ key, canDrop }: FactsBelow<'sealed'>) => [
    `The business ${key} is sealed`,
    [{ do: 'unseal' }, ' opens it again'],
    ...(canDrop ? ([[{ do: 'drop' }, ' deletes it']] as const) : []),
  ]),
  'full-of-snapshots': row('conflict', ({ key, count }: Texts<'key'> & { readonly count: number }) => [
    `The business ${key} has reached the limit of ${count} snapshots`,
    [{ do: 'delete-snapshot' }, ' deletes one'],
    'a name that exists is replaced',
  ]),
  'wallet-moved': row('conflict', ({ currency }: Texts<'currency'>) => [
    `wallets.${currency}: this wallet has moved already, so its opening balance cannot change`,
    ['set its balance with ', { do: 'set-wallet', currency }, ', or run ', { do: 'reset' }, ' first'],
  ]),
  'holds-transactions': row('conflict', ({ key }: Texts<'key'>) => [
    `The business ${key} has transactions`,
    ['import it into another key, or with ', { do: 'replace-world' }, ', which deletes what this one holds'],
  ]),
}

function refusedAction({ action, id, reference, because }: FactsBelow<'action-refused'>): Words {
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

/** The first problem of the scenario files, and how many more there are. */
export type BrokenFiles = Texts<'file' | 'message'> & Readonly<Record<'line' | 'column' | 'more', number>>

export function brokenFilesText({ file, line, column, message, more }: BrokenFiles): string {
  const others = more === 0 ? '' : ` (and ${counted(more, 'more problem')})`
  return `${file}:${line}:${column} ${message}${others}; until it is right, the last good version of the files plays`
}

/** The advice of such an error, from facts that may be of another version; null for any other. */
export function adviceOfBusiness(facts: { readonly why: string }): readonly Advice[] | null {
  const rows: Readonly<Record<string, Row<never>>> = ofBusiness
  if (!Object.hasOwn(rows, facts.why)) return null
  const [, ...next] = rows[facts.why]?.say(facts as never, () => '') ?? ['']
  return next
}
