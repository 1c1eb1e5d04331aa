import { parseDuration } from '../../domain/duration.ts'
import type { WebhookFaults, WebhookTrigger } from '../../domain/webhook-faults.ts'
import type { WrittenScenario } from '../language/file.ts'
import type { Scenario } from '../scenario.ts'

type WrittenWebhook = NonNullable<WrittenScenario['webhook']>

/** Turns a checked `webhook` into its values. */
export function interpretWebhook(written: WrittenWebhook): Scenario['webhook'] {
  const { delay, retry, timeout, ...faulty } = written
  const isTimed = typeof delay === 'string' && delay !== 'before-reply'
  const isPlain = Object.keys(faulty).length === 0 && (isTimed || delay === undefined)
  return {
    delayMs: isTimed ? parseDuration(delay) : 0,
    retryMs: retry?.map(parseDuration) ?? null,
    timeoutMs: timeout === undefined ? null : parseDuration(timeout),
    faults: isPlain ? null : interpretFaults(written),
  }
}

/** True for a scenario whose transaction is final before its create call is answered. */
export function settlesBeforeReply({ respond, webhook }: Pick<WrittenScenario, 'respond' | 'webhook'>): boolean {
  return respond?.status === 'COMPLETED' || webhook?.delay === 'before-reply'
}

function interpretFaults({
  delay,
  copies,
  spacing,
  drop,
  hold,
  release,
  answers,
  signature,
  body,
}: WrittenWebhook): WebhookFaults {
  return {
    trigger: triggerOf(delay),
    copies: copies ?? 1,
    spacingMs: parseDuration(spacing ?? '0s'),
    drop: drop ?? false,
    hold: hold === undefined ? null : { count: hold, release: release ?? 'in-order' },
    answers: answers ?? [],
    signatures: [signature ?? []].flat(),
    body: body ?? 'exact',
  }
}

function triggerOf(delay: WrittenWebhook['delay']): WebhookTrigger | null {
  if (delay === 'before-reply') return delay
  if (typeof delay !== 'object') return null
  return { statusQueries: delay.statusQueries, thenMs: parseDuration(delay.then ?? '0s') }
}
