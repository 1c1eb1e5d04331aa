import type { Customer } from '../rules/ledger.ts'
import { NotChecked } from './not-checked.ts'
import type { ProbeRead } from './probe.ts'

/** The two forms of a number, the first to ask first. */
export function formsOf(
  { number, local = number }: Pick<Customer, 'number' | 'local'>,
  isLocalFirst = false,
): readonly [string, string] {
  return isLocalFirst ? [local, number] : [number, local]
}

/** Asks for a wallet by one form of a number. Without a wallet, or with nothing in it, the other form is asked too. */
export async function inEitherForm(
  [form, other]: readonly [string, string],
  ask: (form: string) => Promise<ProbeRead<number>>,
): Promise<ProbeRead<number>> {
  const first = await ask(form)
  if (first.row || other === form) return first
  const second = await ask(other).catch((error: unknown) => {
    if (error instanceof NotChecked) return first
    throw error
  })
  return second.row ? { ...second, text: `${second.text} (under ${other})` } : first
}
