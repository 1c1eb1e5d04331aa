import { filled, variablesIn } from '../../judge/audit/filled.ts'
import type { AuditPlan } from '../../judge/audit/plan.ts'
import { printable } from '../../text.ts'
import { environment } from '../environment.ts'
import { UsageError } from '../exit.ts'

/** The value of `env:NAME`. */
export function variable(name: string): string | undefined {
  return name.startsWith('env:') ? environment[name.slice('env:'.length)] : undefined
}

/** Throws a `UsageError` for a variable that is not set, and for a header that cannot be sent. */
export function checkVariables(file: string, plan: AuditPlan): void {
  const unset = variablesIn(plan).find((name) => environment[name] === undefined)
  if (unset !== undefined) throw new UsageError(`${file}: {env:${unset}}: the variable ${unset} is not set`)
  const { order, payout, probe } = plan
  const parts = [plan, order, payout, probe, probe?.orders, probe?.payouts, probe?.balance]
  const [wrong] = parts.flatMap((part) => Object.entries(part?.headers ?? {})).filter((header) => !isSendable(header))
  if (wrong === undefined) return
  const [name, value] = wrong
  throw new UsageError(
    `${file}: the header ${name}: ${value} cannot be sent: it has a character that no header may have, such as a line break`,
  )
}

function isSendable([name, value]: readonly [string, string]): boolean {
  try {
    return new Headers([[name, filled(value, variable)]]).has(name)
  } catch {
    return false
  }
}

/** A shorter value is hidden as a whole word only: parts of other words are not the variable. */
const shortest = 6

/** Returns what puts `{env:NAME}` in place of the values of a plan's variables, in all texts of a value. */
export function hiding(plan: AuditPlan): <T>(value: T) => T {
  const written = variablesIn(plan).flatMap((name) => formsOf(environment[name] ?? '').map((form) => ({ name, form })))
  if (written.length === 0) return (value) => value
  const names = new Map(written.map(({ name, form }) => [form, name]))
  // A value may contain another one.
  const longestFirst = [...names.keys()].sort((one, other) => other.length - one.length)
  const pattern = new RegExp(longestFirst.map(patternOf).join('|'), 'g')
  const hide = (text: string) => text.replaceAll(pattern, (form) => `{env:${names.get(form)}}`)
  return (value) =>
    JSON.parse(JSON.stringify(value) ?? 'null', (_name, one) => (typeof one === 'string' ? hide(one) : one))
}

/** A value as answers may have it: plain, trimmed by HTTP, in JSON, in an address or a form, or with escapes. */
function formsOf(value: string): readonly string[] {
  const trimmed = value.trim()
  const encoded = [encodeURIComponent(trimmed), new URLSearchParams([['', trimmed]]).toString().slice(1)]
  const json = JSON.stringify(trimmed).slice(1, -1)
  // JSON may be in a text of JSON.
  const forms = [value, trimmed, json, JSON.stringify(json).slice(1, -1), ...encoded]
  return [...new Set([...forms, ...forms.map(printable)])].filter((form) => form !== '')
}

function patternOf(form: string): string {
  const text = form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return form.length < shortest ? `(?<!\\w)${text}(?!\\w)` : text
}
