import type { BodyFault } from './body-faults.ts'

/** `before-reply`: the create call's reply waits for the webhook. Otherwise the webhook waits for status queries. */
export type WebhookTrigger = 'before-reply' | { readonly statusQueries: number; readonly thenMs: number }

/** The simulated answer of an attempt. `lost-ack` sends it and throws the answer away; `real` simulates nothing. */
export const pretendedAnswers = ['timeout', 'reset', 'lost-ack', 'real'] as const
export type PretendedAnswer = number | (typeof pretendedAnswers)[number]

export const signatureFaults = ['valid', 'missing', 'corrupt', 'wrong-key'] as const
export type SignatureFault = (typeof signatureFaults)[number]

export const releases = ['in-order', 'last-first'] as const

/** The webhooks of a scenario wait for each other. */
export interface Hold {
  readonly count: number
  readonly release: (typeof releases)[number]
  /** Webhooks of one group wait for each other; absent: those of the scenario. */
  readonly group?: string
  /** They leave at one moment. Absent: each after the answer to the one before. */
  readonly atOnce?: true
}

export interface WebhookFaults {
  readonly trigger: WebhookTrigger | null
  /** Number of equal webhooks, sent `spacingMs` apart. */
  readonly copies: number
  readonly spacingMs: number
  /** Each copy goes after the answer to the one before. Absent: copies that are due at one moment leave together. */
  readonly pace?: 'one-by-one'
  readonly drop: boolean
  readonly hold: Hold | null
  /** One per attempt; the last is repeated. Empty: all real. */
  readonly answers: readonly PretendedAnswer[]
  /** One per attempt that is sent; the last is repeated. Empty: all valid. */
  readonly signatures: readonly SignatureFault[]
  readonly body: BodyFault
}

export const noFaults: WebhookFaults = {
  trigger: null,
  copies: 1,
  spacingMs: 0,
  drop: false,
  hold: null,
  answers: [],
  signatures: [],
  body: 'exact',
}

/** Longest wait of the first held webhook, in sandbox time. */
export const longestHoldMs = 60_000

/** Returns the entry at `index`, the last entry after the end, or `usual` if the list is empty. */
export function perAttempt<T>(list: readonly T[], index: number, usual: T): T {
  return list[Math.min(index, list.length - 1)] ?? usual
}
