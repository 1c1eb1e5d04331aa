/** What a webhook waits for instead of a time: the create call's reply waits for it, or it waits for status queries. */
export type WebhookTrigger = 'before-reply' | { readonly statusQueries: number; readonly thenMs: number }

/** What an attempt pretends to have got; `lost-ack` sends it and throws the answer away, `real` pretends nothing. */
export const pretendedAnswers = ['timeout', 'reset', 'lost-ack', 'real'] as const
export type PretendedAnswer = number | (typeof pretendedAnswers)[number]

/** How a signature is wrong; `stale` only with standard-webhooks, which signs a timestamp. */
export const signatureFaults = ['valid', 'missing', 'corrupt', 'wrong-key', 'stale'] as const
export type SignatureFault = (typeof signatureFaults)[number]

/** How a body is wrong; it is signed as it is sent. */
export const bodyFaults = ['exact', 'truncated', 'not-json', 'other-amount', 'extra-fields'] as const
export type BodyFault = (typeof bodyFaults)[number]

/** In which order held webhooks go. */
export const releases = ['in-order', 'last-first'] as const

/** Webhooks of a scenario that wait for each other. */
export interface Hold {
  /** So many are released together. */
  readonly count: number
  readonly release: (typeof releases)[number]
}

/** What a scenario does to its webhook besides sending it after a while (design: scenarios, `webhook`). */
export interface WebhookFaults {
  readonly trigger: WebhookTrigger | null
  /** Webhooks that say the same, `spacingMs` apart. */
  readonly copies: number
  readonly spacingMs: number
  readonly drop: boolean
  readonly hold: Hold | null
  /** One per attempt, the last for all further ones; empty: all real. */
  readonly answers: readonly PretendedAnswer[]
  /** One per attempt that is sent, the last for all further ones; empty: all valid. */
  readonly signatures: readonly SignatureFault[]
  readonly body: BodyFault
}

/** Held webhooks go at the latest so long after the first of them, in sandbox time. */
export const longestHoldMs = 60_000

/** The entry of a list that is one per attempt, its last one for all further; `usual` when the list is empty. */
export function perAttempt<T>(list: readonly T[], index: number, usual: T): T {
  return list[Math.min(index, list.length - 1)] ?? usual
}
