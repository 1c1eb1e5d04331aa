import { createHmac } from 'node:crypto'
import { parseDuration } from '../../domain/duration.ts'
import { jsonIn } from '../../domain/json.ts'
import { sameText } from '../../domain/secret.ts'
import type { Settings } from '../../domain/settings.ts'
import { jsonOf, recordIn, textAt } from '../read/calls.ts'
import { isAccepted, type Payment } from '../read/conversation.ts'
import { grouped } from '../read/grouped.ts'
import type { Entry, Message } from '../read/recording.ts'
import type { SignatureForm } from '../read/signature-form.ts'
import type { Stated, Vote } from './fact.ts'
import { isAbout, roundedDuration } from './near-times.ts'
import type { OwnWebhook } from './play.ts'

/** Webhooks of one final status, on both sides; `copies` came after the first that was accepted. */
export interface Series {
  readonly real: readonly Entry[]
  readonly own: readonly OwnWebhook[]
  readonly copies: readonly Entry[]
}

/** Returns the webhooks of each final status, in the order of time. */
export function seriesOf({ webhooks }: Payment, own: readonly OwnWebhook[]): readonly Series[] {
  const real = grouped(webhooks, ({ request }) => statusIn(request))
  const ours = [...grouped(own, statusIn).values()]
  return [...real.values()].map((series, index) => {
    const accepted = series.findIndex(isAccepted)
    const attempts = accepted < 0 ? series : series.slice(0, accepted + 1)
    const ownAttempts = accepted < 0 ? (ours[index] ?? []) : (ours[index] ?? []).slice(0, accepted + 1)
    return { real: attempts, own: ownAttempts, copies: series.slice(attempts.length) }
  })
}

function statusIn(message: Pick<Message, 'body'>): string {
  return textAt(recordIn(jsonOf(message)), 'status') ?? ''
}

/** Compares how one webhook came: its signature and its bytes. */
export function* compareDelivery(webhook: Entry, own: OwnWebhook, key: string, settings: Settings): Generator<Stated> {
  yield* signature(webhook, key, settings)
  const { method } = webhook
  yield { decision: 'D36', what: 'method of webhooks', isSame: method === 'POST', real: method, own: 'POST' }
  const { body, headers } = webhook.request
  if (body === null) return
  const value = jsonIn(body)
  if (value !== undefined) {
    const isCompact = JSON.stringify(value) === body
    yield {
      decision: 'D35',
      what: 'body of webhooks',
      isSame: isCompact,
      real: Symbol(isCompact ? 'compact JSON' : 'JSON with spaces or other escapes'),
      own: Symbol('compact JSON'),
    }
  }
  const [type, ownType] = [headers['content-type'], own.contentType].map((one) =>
    one?.split(';')[0]?.trim().toLowerCase(),
  )
  if (type !== undefined)
    yield { decision: 'D35', what: 'content-type of webhooks', isSame: type === ownType, real: type, own: ownType }
}

function* signature(webhook: Entry, key: string, { signatureHeader, webhookSecret }: Settings): Generator<Stated> {
  const { request, signature: facts } = webhook
  const own = signatureHeader.toLowerCase()
  if (Object.keys(request.headers).length === 0) return
  const name = facts?.header.toLowerCase() ?? (own in request.headers ? own : signatureHeaderIn(request.headers))
  const what = 'signature header'
  if (name === null) {
    yield { decision: 'D34', what, isSame: false, real: Symbol('none'), own }
    return
  }
  yield {
    decision: 'D34',
    what,
    isSame: name === own,
    real: name,
    own,
    vote: { setting: 'signatureHeader', value: name },
  }
  const value = request.headers[name] ?? ''
  const scheme = facts === null ? schemeOf(value) : schemeOfFacts(facts)
  if (scheme !== ownScheme) {
    yield { decision: 'D34', what: 'signature', isSame: false, real: Symbol(scheme), own: Symbol(ownScheme) }
    return
  }
  const signed = facts === null ? signedBy(value, request.body, key, webhookSecret) : signedByFacts(facts)
  if (signed === null) return
  const isRight =
    signed === (webhookSecret === null ? 'key' : 'secret') ||
    (signed === 'other' && webhookSecret !== null && (facts !== null || webhookSecret === placeholder))
  const vote: Vote | null =
    signed === 'secret' ? null : { setting: 'webhookSecret', value: signed === 'key' ? null : placeholder }
  const ownSecret = webhookSecret === null ? 'key' : 'secret'
  yield {
    decision: 'D34',
    what: 'secret of signatures',
    isSame: isRight,
    real: Symbol(secrets[signed]),
    own: Symbol(secrets[ownSecret]),
    vote,
  }
}

const ownScheme = 'HMAC-SHA512 in hex'
const secrets = { key: 'the API key', secret: 'webhookSecret', other: 'another secret than the API key' }

function schemeOfFacts({ length, alphabet, hmac }: SignatureForm): string {
  if (hmac === 'sha512-hex' || ((hmac === undefined || hmac === null) && length === 128 && alphabet === 'hex'))
    return ownScheme
  return hmac ? `HMAC ${hmac}` : `${length} characters, ${alphabet}`
}

function signedByFacts({ hmac }: SignatureForm): 'key' | 'other' | null {
  return hmac === undefined ? null : hmac === null ? 'other' : 'key'
}

/** What the written configuration has for a secret that no recording shows. */
export const placeholder = 'put-the-secret-of-your-webhooks-here'

function signatureHeaderIn(headers: Readonly<Record<string, string>>): string | null {
  const names = Object.keys(headers)
  return (
    names.find((name) => /signature/.test(name)) ??
    names.find((name) => /hmac|(?:^|-)sign|hash|digest/.test(name)) ??
    null
  )
}

function schemeOf(value: string): string {
  if (/^[\da-f]{128}$/.test(value)) return 'HMAC-SHA512 in hex'
  if (/^[\da-f]{64}$/i.test(value)) return 'HMAC-SHA256 in hex'
  return /^[\dA-F]{128}$/.test(value) ? 'upper-case hex' : `${value.length} characters that are not 128 digits of hex`
}

/** Returns what signed a webhook; null if a key was taken out of the recording. */
function signedBy(
  value: string,
  body: string | null,
  key: string,
  secret: string | null,
): 'key' | 'secret' | 'other' | null {
  if (body === null || /^test_REDACTED/.test(key)) return null
  const isBy = (one: string) => sameText(createHmac('sha512', one).update(body).digest('hex'), value)
  if (isBy(key)) return 'key'
  return secret !== null && isBy(secret) ? 'secret' : 'other'
}

/** Compares how often a webhook was sent, and when (D36). */
export function* compareRetries({ real, own }: Series, endsAt: number, settings: Settings): Generator<Stated> {
  const gaps = real.slice(1).map((attempt, index) => attempt.at - endOf(real[index]))
  const ownGaps = own.slice(1).map(({ at }, index) => at - (own[index]?.at ?? 0))
  const last = real.at(-1)
  const isRefused = last !== undefined && !isAccepted(last)
  const next = settings.retry[gaps.length]
  const isAll = isRefused && (next === undefined || endOf(last) + parseDuration(next) * 1.2 < endsAt)
  const postponed = real.some(({ response }) => response.headers['retry-after'] !== undefined)
  if (gaps.length > 0 || isAll) {
    const isSame = gaps.length === ownGaps.length && gaps.every((gap, index) => isAbout(gap, ownGaps[index] ?? 0))
    const shown = (list: readonly number[]) =>
      Symbol(list.length === 0 ? 'one attempt' : `retries after ${list.map(roundedDuration).join(', ')}`)
    const vote = postponed ? null : ({ setting: 'retry', gaps, isAll } as const)
    const isCut = !isAll && ownGaps.length > gaps.length && !isRefused
    const compared = isCut ? ownGaps.slice(0, gaps.length) : ownGaps
    yield {
      decision: 'D36',
      what: 'attempts of a webhook',
      isSame: isSame || (isCut && gaps.every((gap, index) => isAbout(gap, compared[index] ?? 0))),
      real: shown(gaps),
      own: shown(compared),
      vote,
    }
  }
  const [first, ...repeated] = real.map(({ request }) => request.body)
  if (repeated.length > 0 && first !== null) {
    const isSame = repeated.every((body) => body === first || body === null)
    yield {
      decision: 'D35',
      what: 'bytes of retries',
      isSame,
      real: Symbol(isSame ? 'the same bytes' : 'other bytes'),
      own: Symbol('the same bytes'),
    }
  }
  for (const { status, tookMs } of real) {
    if (status !== 0 || tookMs < 500) continue
    const isSame = isAbout(tookMs, parseDuration(settings.timeout))
    const value = roundedDuration(tookMs)
    yield {
      decision: 'D36',
      what: 'time-out',
      isSame,
      real: Symbol(value),
      own: Symbol(settings.timeout),
      vote: { setting: 'timeout', value },
    }
  }
}

function endOf(attempt: Entry | undefined): number {
  return attempt === undefined ? 0 : attempt.at + attempt.tookMs
}
