import { parseDuration } from '../domain/duration.ts'
import { parseDurationRange } from './duration-range.ts'
import type { Finding } from './findings.ts'
import type { WrittenScenario } from './schema.ts'

/** Keys that would do nothing, or deny each other, beside the others of their scenario. */
export function contradictionsIn(written: WrittenScenario): readonly Finding[] {
  const story = storyOf(written)
  return rules
    .filter((rule) => written[rule.key] !== undefined && rule.holds(story))
    .map((rule) => ({ path: [rule.key], on: 'key', message: rule.says.replace('{ends}', story.ends) }))
}

interface Story {
  readonly ends: 'approved' | 'expired' | 'by-transfers' | 'never' | 'by-hand' | '{ failed: ... }'
  readonly hasTransfers: boolean
  readonly isPaid: boolean
  readonly isAtOnce: boolean
  readonly afterMs: number
  readonly expiresMs: number
}

function storyOf({ outcome, transfers, respond, after, expires }: WrittenScenario): Story {
  const ends = outcome ?? (transfers ? 'by-transfers' : 'approved')
  return {
    ends: typeof ends === 'object' ? '{ failed: ... }' : ends,
    hasTransfers: transfers !== undefined,
    isPaid: transfers !== undefined && transfers.length > 0,
    isAtOnce: respond?.status === 'COMPLETED',
    afterMs: respond?.status === 'COMPLETED' ? 0 : parseDurationRange(after ?? '3s').maxMs,
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
    says: 'come after the reply, so respond.status cannot be COMPLETED; leave one of the two out',
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
    says: 'is always 0 when respond.status is COMPLETED; leave it out',
  },
  {
    key: 'otp',
    holds: (story) => story.isAtOnce,
    says: 'is submitted after the reply, so respond.status cannot be COMPLETED; leave one of the two out',
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
    holds: (story) => story.isAtOnce && story.ends !== 'approved' && story.ends !== 'by-transfers',
    says: 'cannot be {ends} when respond.status is COMPLETED; write outcome: approved',
  },
]
