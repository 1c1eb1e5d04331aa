import { parseDuration } from '../domain/duration.ts'
import { parseDurationRange } from './duration-range.ts'
import type { Finding } from './findings.ts'
import { settlesBeforeReply } from './interpret-webhook.ts'
import type { WrittenScenario } from './schema.ts'

/** Keys that would do nothing, or deny each other, beside the others of their scenario. */
export function contradictionsIn(written: WrittenScenario): readonly Finding[] {
  const story = storyOf(written)
  const ofStory = rules
    .filter((rule) => written[rule.key] !== undefined && rule.holds(story))
    .map((rule): Finding => ({ path: [rule.key], on: 'key', message: rule.says.replace('{ends}', story.ends) }))
  return [...ofStory, ...respondContradictions(written.respond ?? {}), ...webhookContradictions(written.webhook ?? {})]
}

/** A reply fails in one way, and one that stores nothing has no status. */
function respondContradictions(respond: NonNullable<WrittenScenario['respond']>): readonly Finding[] {
  const ways = (['error', 'httpStatus', 'fault'] as const).filter((key) => respond[key] !== undefined)
  const [first, ...others] = ways
  const excluded = others.map(
    (key): Finding => ({
      path: ['respond', key],
      on: 'key',
      message: `cannot be together with ${first}; leave one of the two out`,
    }),
  )
  const storesNothing = respond.error ?? respond.httpStatus ?? (respond.fault === 'drop-before-commit' || undefined)
  if (storesNothing === undefined || respond.status === undefined) return excluded
  const message = `does nothing beside ${first}, which stores no transaction; leave it out`
  return [...excluded, { path: ['respond', 'status'], on: 'key', message }]
}

/** Keys of a webhook that would do nothing beside others of it. */
function webhookContradictions(webhook: NonNullable<WrittenScenario['webhook']>): readonly Finding[] {
  const { copies = 1, delay, drop, hold } = webhook
  const isTriggered = delay === 'before-reply' || typeof delay === 'object'
  const useless: [keyof typeof webhook, boolean, string][] = [
    ['spacing', copies === 1, 'does nothing without copies; write for example copies: 2'],
    ['release', hold === undefined, 'does nothing without hold; write for example hold: 3'],
    ['hold', copies > 1, 'cannot be together with copies; leave one of the two out'],
    ['hold', isTriggered, 'cannot be together with this delay; write a duration there, or leave one of the two out'],
    ...(['copies', 'hold', 'answers', 'signature', 'body', 'retry', 'timeout'] as const).map(
      (key): [keyof typeof webhook, boolean, string] => [key, drop === true, 'does nothing beside drop; leave it out'],
    ),
  ]
  return useless
    .filter(([key, isUseless]) => webhook[key] !== undefined && isUseless)
    .map(([key, , message]) => ({ path: ['webhook', key], on: 'key', message }))
}

interface Story {
  readonly ends: 'approved' | 'expired' | 'by-transfers' | 'never' | 'by-hand' | '{ failed: ... }'
  readonly hasTransfers: boolean
  readonly isPaid: boolean
  /** It is over before the reply. */
  readonly isAtOnce: boolean
  readonly answersCompleted: boolean
  readonly afterMs: number
  readonly expiresMs: number
}

function storyOf(written: WrittenScenario): Story {
  const { outcome, transfers, respond, after, expires } = written
  const isAtOnce = settlesBeforeReply(written)
  const ends = outcome ?? (transfers ? 'by-transfers' : 'approved')
  return {
    ends: typeof ends === 'object' ? '{ failed: ... }' : ends,
    hasTransfers: transfers !== undefined,
    isPaid: transfers !== undefined && transfers.length > 0,
    isAtOnce,
    answersCompleted: respond?.status === 'COMPLETED',
    afterMs: isAtOnce ? 0 : parseDurationRange(after ?? '3s').maxMs,
    expiresMs: expires === undefined ? Number.POSITIVE_INFINITY : parseDuration(expires),
  }
}

interface Rule {
  readonly key: keyof WrittenScenario
  readonly holds: (story: Story) => boolean
  readonly says: string
}

const rules: readonly Rule[] = [
  {
    key: 'transfers',
    holds: (story) => story.ends === 'expired' && story.isPaid,
    says: 'cannot arrive when the outcome is expired; write transfers: [] or outcome: by-transfers',
  },
  {
    key: 'transfers',
    holds: (story) => story.ends !== 'expired' && story.ends !== 'by-transfers',
    says: 'do nothing when the outcome is {ends}; leave outcome out to follow the transfers',
  },
  {
    key: 'transfers',
    holds: (story) => story.isAtOnce,
    says: 'come after the reply, so neither respond.status COMPLETED nor a webhook before the reply can be; leave one out',
  },
  {
    key: 'after',
    holds: (story) => story.hasTransfers,
    says: 'does nothing beside transfers, which have their own; leave it out',
  },
  {
    key: 'after',
    holds: (story) => story.ends === 'expired' && !story.hasTransfers,
    says: 'does nothing when the outcome is expired; write expires instead',
  },
  {
    key: 'after',
    holds: (story) => story.ends === 'never' || story.ends === 'by-hand',
    says: 'does nothing when the outcome is {ends}; leave it out',
  },
  {
    key: 'after',
    holds: (story) => story.isAtOnce,
    says: 'is always 0 when respond.status is COMPLETED or the webhook comes before the reply; leave it out',
  },
  {
    key: 'otp',
    holds: (story) => story.isAtOnce,
    says: 'is submitted after the reply, so neither respond.status COMPLETED nor a webhook before the reply can be; leave one out',
  },
  {
    key: 'expires',
    holds: (story) => story.ends === 'never',
    says: 'does nothing when the outcome is never; leave it out, or write outcome: expired',
  },
  {
    key: 'expires',
    holds: (story) => ['approved', '{ failed: ... }'].includes(story.ends) && story.expiresMs <= story.afterMs,
    says: 'is over before the outcome comes; write a longer time, or a shorter after',
  },
  {
    key: 'outcome',
    holds: (story) => story.answersCompleted && story.ends !== 'approved' && story.ends !== 'by-transfers',
    says: 'cannot be {ends} when respond.status is COMPLETED; write outcome: approved',
  },
  {
    key: 'outcome',
    holds: (story) => story.isAtOnce && !story.answersCompleted && ['never', 'by-hand', 'expired'].includes(story.ends),
    says: 'cannot be {ends} when the webhook comes before the reply; write approved or { failed: <result> }',
  },
]
