import { parseDuration } from '../../domain/duration.ts'
import { jsonIn } from '../../domain/json.ts'
import type { Settings } from '../../domain/settings.ts'
import { isAccepted } from '../read/bodies.ts'
import { isAbout, roundedDuration } from '../read/near-times.ts'
import type { RecordedEntry } from '../read/recording.ts'
import { type SignatureForm, signatureFormOf } from '../read/signature-form.ts'
import { described, type Observation } from './observation.ts'

/** Two recorders write one attempt twice; a retry comes later, in milliseconds. */
const soonestRetryMs = 250

/** The attempts of one webhook up to the first that was accepted: a later one can be sent by a click. */
export function attemptsIn(webhooks: readonly RecordedEntry[]): readonly RecordedEntry[] {
  const accepted = webhooks.findIndex(isAccepted)
  const attempts = accepted < 0 ? webhooks : webhooks.slice(0, accepted + 1)
  return attempts.filter(({ at, request }, index) => {
    const before = attempts[index - 1]
    return before === undefined || at - before.at >= soonestRetryMs || request.body !== before.request.body
  })
}

/** Compares how one webhook came: its method, signature, bytes and type. */
export function* compareDelivery(
  webhook: RecordedEntry,
  contentType: string | null,
  key: string,
  settings: Settings,
): Generator<Observation> {
  yield* compareSignature(webhook, key, settings)
  yield { decision: 'D36', what: 'method of webhooks', recorded: webhook.method, own: 'POST' }
  const { body, headers } = webhook.request
  const value = body === null ? undefined : jsonIn(body)
  if (value !== undefined) {
    const form = JSON.stringify(value) === body ? 'compact JSON' : 'JSON with spaces or other escapes'
    yield { decision: 'D35', what: 'body of webhooks', recorded: described(form), own: described('compact JSON') }
  }
  const [type, own] = [headers['content-type'], contentType].map((one) => one?.split(';')[0]?.trim().toLowerCase())
  if (type !== undefined) yield { decision: 'D35', what: 'content-type of webhooks', recorded: type, own }
}

function* compareSignature(webhook: RecordedEntry, key: string, settings: Settings): Generator<Observation> {
  const { headers } = webhook.request
  if (Object.keys(headers).length === 0) return
  const form = webhook.signature ?? formWith(webhook, key, settings.webhookSecret)
  const own = settings.signatureHeader.toLowerCase()
  const header = form === null ? described('none') : form.header.toLowerCase()
  const names = form === null ? null : ({ setting: 'signatureHeader', value: header } as const)
  yield { decision: 'D34', what: 'signature header', recorded: header, own, names }
  if (form === null) return
  const { hmac, length, alphabet } = form
  const isOwnScheme = hmac ? hmac === 'sha512-hex' : length === 128 && alphabet === 'hex'
  const scheme = isOwnScheme ? ownScheme : hmac ? `HMAC ${hmac}` : `${length} characters, ${alphabet}`
  yield { decision: 'D34', what: 'signature', recorded: described(scheme), own: described(ownScheme) }
  if (hmac === undefined || !isOwnScheme) return
  const [secret, ownSecret] = [hmac === null, settings.webhookSecret !== null].map((isOther) =>
    isOther ? 'other' : 'key',
  )
  const shown = { recorded: secrets[secret ?? 'key'], own: secrets[ownSecret ?? 'key'] }
  yield { decision: 'D34', what: 'secret of signatures', ...shown, names: { setting: 'webhookSecret', value: secret } }
}

const secrets = { key: described('the API key'), other: described('another secret') }
const ownScheme = 'HMAC-SHA512 in hex'

/** Returns what a recording shows of a webhook's signature; `other`: made with another secret, or spoiled. */
export function signatureSeen(webhook: RecordedEntry, key: string): 'valid' | 'missing' | 'other' | 'unknown' {
  if (Object.keys(webhook.request.headers).length === 0) return 'unknown'
  const form = webhook.signature ?? formWith(webhook, key, null)
  if (form === null) return 'missing'
  return form.hmac === undefined ? 'unknown' : form.hmac === null ? 'other' : 'valid'
}

/** Without `record`, the key that the recording has is tried. A stand-in is none. */
function formWith({ request }: RecordedEntry, key: string, secret: string | null): SignatureForm | null {
  const headers = Object.entries(request.headers)
  const raw = Buffer.from(request.body ?? '')
  const isKnown = request.body !== null && key !== '' && !/REDACTED/.test(key)
  const form = signatureFormOf(headers, raw, isKnown ? [key] : [])
  const bySecret = secret === null ? null : signatureFormOf(headers, raw, [secret])
  return bySecret?.hmac ? { ...bySecret, hmac: null } : form
}

/** Compares how often a webhook was sent, when, and with which bytes, with the settings (D35, D36). */
export function* compareAttempts(
  attempts: readonly RecordedEntry[],
  endsAt: number,
  settings: Settings,
): Generator<Observation> {
  yield* compareGaps(attempts, endsAt, settings)
  const [first, ...repeated] = attempts.map(({ request }) => request.body)
  if (repeated.length > 0 && first !== null) {
    const bytes = repeated.every((body) => body === first || body === null) ? 'the same bytes' : 'other bytes'
    yield { decision: 'D35', what: 'bytes of retries', recorded: described(bytes), own: described('the same bytes') }
  }
  for (const { status, tookMs } of attempts) {
    // What ends sooner is a connection that broke.
    if (status !== 0 || tookMs < 500) continue
    const value = roundedDuration(tookMs)
    const isSame = isAbout(tookMs, parseDuration(settings.timeout))
    const [recorded, own] = [value, settings.timeout].map(described)
    yield { decision: 'D36', what: 'time-out', recorded, own, isSame, names: { setting: 'timeout', value } }
  }
}

function* compareGaps(attempts: readonly RecordedEntry[], endsAt: number, settings: Settings): Generator<Observation> {
  const gaps = attempts.slice(1).map((attempt, index) => Math.max(0, attempt.at - endOf(attempts[index])))
  const waits = settings.retry
    .slice(0, gaps.length)
    .map((wait, index) => Math.max(parseDuration(wait), askedWaitMs(attempts[index])))
  const last = attempts.at(-1)
  const next = settings.retry[gaps.length]
  // The recording goes on for longer than the sandbox would wait.
  const isGivenUp = last !== undefined && !isAccepted(last) && next !== undefined
  const isMissing = isGivenUp && endOf(last) + Math.max(parseDuration(next), askedWaitMs(last)) * 1.2 < endsAt
  if (gaps.length === 0 && !isMissing) return
  const isNear = gaps.length === waits.length && gaps.every((gap, at) => isAbout(gap, waits[at] ?? 0))
  const value = shownGaps(gaps)
  const own = described(shownGaps(isMissing ? [...waits, parseDuration(next)] : waits))
  const shown = { recorded: described(value), own, isSame: isNear && !isMissing, says: { setting: 'retry', value } }
  yield { decision: 'D36', what: 'attempts of a webhook', ...shown }
}

function shownGaps(gaps: readonly number[]): string {
  return gaps.length === 0 ? 'one attempt' : `retries after ${gaps.map(roundedDuration).join(', ')}`
}

function askedWaitMs(attempt: RecordedEntry | undefined): number {
  const seconds = Number(attempt?.response.headers['retry-after'] ?? 0)
  return (attempt?.status === 429 || attempt?.status === 503) && seconds > 0 ? seconds * 1000 : 0
}

function endOf(attempt: RecordedEntry | undefined): number {
  return attempt === undefined ? 0 : attempt.at + attempt.tookMs
}
