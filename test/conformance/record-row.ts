import type { ResultName } from '../../src/catalogue/results.ts'
import { builtInResult } from '../../src/domain/result.ts'
import { shapeOf } from './shapes.ts'

export type Extent = 'full' | 'bare'

/**
 * What a field of a record holds: `number`, `string`, `null`, `absent`, a literal in quotes, an object with its keys and
 * such values, or one of the forms below. Two, where it depends on the optional fields of the request.
 */
export type Kind = string | { readonly full: string; readonly bare: string }

export type CreatedRow = readonly [field: string, created: Kind, source: string]

export type FinalRow = readonly [field: string, completed: Kind, failed: Kind, source: string]

/** The rows of a record that is like another but for some fields; `rule` joins the source of each row that stays. */
export function recordLike<Row extends CreatedRow | FinalRow>(
  base: readonly Row[],
  differences: readonly Row[],
  rule?: string,
): readonly Row[] {
  return base.map((row) => {
    const source = row.at(-1)
    const same = rule === undefined ? row : [...row.slice(0, -1), `${rule}: ${source}`]
    return differences.find(([field]) => field === row[0]) ?? (same as Row)
  })
}

const forms: Readonly<Record<string, RegExp>> = {
  UUID: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  '20 characters': /^[a-z][a-z0-9]{19}$/,
  'numeric string': /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/,
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  address: /^https?:\/\//,
}

/** Where to find a prompt (D24). */
const advice =
  "If no prompt appeared on your phone, open your network's mobile money menu, choose My Approvals, and approve the pending payment with your PIN."

export function kindFor(kind: Kind, extent: Extent): string {
  return typeof kind === 'string' ? kind : kind[extent]
}

/** What a record's field holds, in the words of a kind, so that what was expected and what came can be compared. */
export function seen(kind: string, value: unknown, result: ResultName | null): string {
  const isPromptMissed = result === 'wrong_pin' || result === 'prompt_timeout'
  const [message, telco, provider] = result === null ? [null, null, null] : shownOf(result)
  const ofResult: Readonly<Record<string, unknown>> = {
    "the result's message": message,
    "the result's telco_response": telco,
    "the result's provider_message": provider,
    'advice after a missed prompt, else null': isPromptMissed ? advice : null,
  }
  if (value === undefined) return 'absent'
  if (kind in ofResult) return value === ofResult[kind] ? kind : JSON.stringify(value)
  if (typeof value === 'string' && forms[kind]?.test(value)) return kind
  if (kind === shapeOf(value, JSON.stringify)) return kind
  return shapeOf(value)
}

/** What a record shows of a result (spec 6.3; decisions, Results): `message`, `telco_response`, `provider_message`. */
export function shownOf(name: ResultName) {
  const { code, source, text, telcoResponse, providerMessage } = builtInResult(name)
  return [`${code} | ${source} | ${text}`, telcoResponse, providerMessage] as const
}
