import type { CurrencyCode } from '../../catalogue/currencies.ts'
import { parseDuration } from '../../domain/duration.ts'
import type { Expectations } from '../../domain/expectations.ts'
import { byHandName, type Result } from '../../domain/plan.ts'
import type { WebhookFaults, WebhookTrigger } from '../../domain/webhook-faults.ts'
import { type DurationRange, parseDurationRange } from '../language/duration-range.ts'
import type { WrittenScenario } from '../language/file.ts'
import { fittingFlows } from '../language/flow-fit.ts'
import type { Match, OtpScenario, Outcome, Scenario, Transfer } from '../scenario.ts'

/** Only Ghana has the OTP flow (spec 1). */
export const otpCurrency: CurrencyCode = 'GHS'

/** Six digits, three attempts, five minutes (D26); what an SMS costs (D21). */
export const usualOtp: OtpScenario = { code: null, attempts: 3, smsFee: 0.05, expiresMs: 5 * 60_000 }

/** Turns a checked scenario into values: durations in milliseconds, defaults, its result. */
export function interpretScenario(
  { name, source }: { readonly name: string; readonly source: Scenario['source'] },
  written: WrittenScenario,
  results: ReadonlyMap<string, Result>,
): Scenario {
  const { reply, refusal } = interpretRespond(written.respond ?? {})
  return {
    name,
    source,
    summary: written.summary ?? null,
    ...interpretRule(written),
    after: interpretAfter(written),
    outcome: interpretOutcome(written, results),
    otp: written.otp === undefined ? null : interpretOtp(written.otp),
    transfers: written.transfers?.map(interpretTransfer) ?? null,
    expiresMs: written.expires === undefined ? null : parseDuration(written.expires),
    partialPayments: written.partialPayments ?? null,
    lateTransfers: written.lateTransfers ?? null,
    reply,
    refusal,
    webhook: interpretWebhook(written.webhook ?? {}),
    written,
    expect: written.expect === undefined ? null : interpretExpect(written.expect),
  }
}

const atOnce = parseDurationRange('0s')
const usualAfter = parseDurationRange('3s')

const ownSource = { file: 'payments-sandbox', line: 1 }

/** Plays if nothing else fits: everything is approved after the default time. */
export const plainApproval = interpretScenario(
  { name: 'approve', source: ownSource },
  { outcome: 'approved' },
  new Map(),
)

export const plainByHand = interpretScenario({ name: byHandName, source: ownSource }, { outcome: 'by-hand' }, new Map())

function interpretAfter(written: WrittenScenario): DurationRange {
  if (settlesBeforeReply(written)) return atOnce
  return written.after === undefined ? usualAfter : parseDurationRange(written.after)
}

function interpretOutcome({ outcome, transfers }: WrittenScenario, results: ReadonlyMap<string, Result>): Outcome {
  if (outcome === undefined) return { kind: transfers ? 'by-transfers' : 'approved' }
  if (typeof outcome === 'string') return { kind: outcome }
  const result = results.get(outcome.failed)
  if (!result) throw new Error(`Cannot interpret outcome: ${outcome.failed} was not checked to be a result`)
  return { kind: 'failed', result }
}

function interpretOtp(otp: NonNullable<WrittenScenario['otp']>): OtpScenario {
  if (otp === true) return usualOtp
  const { code, attempts, smsFee, expires } = otp
  return {
    code: code ?? usualOtp.code,
    attempts: attempts ?? usualOtp.attempts,
    smsFee: smsFee ?? usualOtp.smsFee,
    expiresMs: expires === undefined ? usualOtp.expiresMs : parseDuration(expires),
  }
}

/** The reply to a stored transaction, or the refusal without one. */
function interpretRespond(written: NonNullable<WrittenScenario['respond']>): Pick<Scenario, 'reply' | 'refusal'> {
  const { status = 'INITIATED', delay, error, httpStatus, fault } = written
  const delayed = delay === undefined ? {} : { delayMs: parseDuration(delay) }
  if (fault === undefined || fault === 'drop-before-commit') {
    return { reply: { status, ...delayed }, refusal: error ?? httpStatus ?? fault ?? null }
  }
  return { reply: { status, ...delayed, fault }, refusal: null }
}

function interpretExpect({ ackedWithin, ...counts }: NonNullable<WrittenScenario['expect']>): Expectations {
  const given = Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined))
  return ackedWithin === undefined ? given : { ...given, ackedWithinMs: parseDuration(ackedWithin) }
}

function interpretTransfer({ pay, after, senderName }: NonNullable<WrittenScenario['transfers']>[number]): Transfer {
  return {
    pay: typeof pay === 'number' ? { amount: pay } : { shareBasisPoints: Math.round(Number(pay.slice(0, -1)) * 100) },
    after: parseDurationRange(after),
    senderName: senderName ?? null,
  }
}

export function interpretRule(written: WrittenScenario): Pick<Scenario, 'match' | 'flows' | 'currency'> {
  return {
    match: written.match ? interpretMatch(written.match) : null,
    flows: fittingFlows(written),
    currency: written.otp === undefined ? null : otpCurrency,
  }
}

export function interpretMatch(written: NonNullable<WrittenScenario['match']>): Match {
  const { amount, flow, ...globs } = written
  return {
    ...Object.fromEntries(Object.entries(globs).map(([key, value]) => [key, [value ?? []].flat()])),
    ...(flow === undefined ? {} : { flow: [flow].flat() }),
    ...(amount === undefined ? {} : { amount }),
  }
}

type WrittenWebhook = NonNullable<WrittenScenario['webhook']>

function interpretWebhook(written: WrittenWebhook): Scenario['webhook'] {
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
