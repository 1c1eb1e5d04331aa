import type { Json } from '../../domain/json.ts'

export interface Examples {
  /** By the endpoint's name. */
  readonly operations: Readonly<Record<string, OperationExample>>
  readonly refusals: Readonly<Record<string, Readonly<Record<string, Json>>>>
  /** By what the webhook says. */
  readonly webhooks: Readonly<Record<string, Json>>
}

export interface OperationExample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Json
  readonly answer?: Json
}

export function listed(
  examples: Readonly<Record<string, Json>> = {},
): Record<string, { summary: string; value: Json }> {
  return Object.fromEntries(
    Object.entries(examples).map(([summary, value]) => [summary.replaceAll(/\W+/g, '-'), { summary, value }]),
  )
}
