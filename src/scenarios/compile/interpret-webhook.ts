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

function interpretFaults(written: WrittenWebhook): WebhookFaults {
  const { hold, release = 'in-order' } = written
  return {
    trigger: triggerOf(written.delay),
    copies: written.copies ?? 1,
    spacingMs: parseDuration(written.spacing ?? '0s'),
    drop: written.drop ?? false,
    hold: hold === undefined ? null : { count: hold, release },
    answers: written.answers ?? [],
    signatures: [written.signature ?? []].flat(),
    body: written.body ?? 'exact',
  }
}

function triggerOf(delay: WrittenWebhook['delay']): WebhookTrigger | null {
  if (delay === 'before-reply') return delay
  if (typeof delay !== 'object') return null
  return { statusQueries: delay.statusQueries, thenMs: parseDuration(delay.then ?? '0s') }
}
