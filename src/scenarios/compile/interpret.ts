import type { Expectations } from '../../domain/expectations.ts'
import { byHandName, type PlannedReply, type Result } from '../../domain/plan.ts'
import type { WebhookFaults, WebhookTrigger } from '../../domain/webhook-faults.ts'
import type { DurationRange } from '../language/duration-range.ts'
import type { ReadScenario, WrittenScenario } from '../language/file.ts'
import { fittingFlows } from '../language/flow-fit.ts'
import { otpCurrency } from '../language/otp.ts'
import type { Scenario, ScenarioOutcome } from '../scenario.ts'

/** A scenario of a file in both of its forms. */
export interface DeclaredScenario extends Pick<Scenario, 'name' | 'source'> {
  readonly written: WrittenScenario
  readonly read: ReadScenario
}

/** Gives a checked scenario its defaults and its result. */
export function interpretScenario(
  { name, source, written, read }: DeclaredScenario,
  results: ReadonlyMap<string, Result>,
): Scenario {
  const { summary, transfers, expires, partialPayments, lateTransfers, respond = {}, webhook = {} } = read
  return {
    name,
    source,
    summary: summary ?? null,
    ...interpretRule(read),
    mix: read.mix ?? null,
    after: settlesBeforeReply(read) ? atOnce : (read.after ?? usualAfter),
    outcome: interpretOutcome(read, results),
    otp: read.otp ?? null,
    transfers: transfers?.map(({ senderName = null, ...transfer }) => ({ ...transfer, senderName })) ?? null,
    expiresMs: expires ?? null,
    partialPayments: partialPayments ?? null,
    lateTransfers: lateTransfers ?? null,
    ...interpretRespond(respond),
    webhook: interpretWebhook(webhook),
    written,
    expect: read.expect === undefined ? null : interpretExpect(read.expect),
  }
}

const atOnce: DurationRange = { minMs: 0, maxMs: 0 }
export const usualAfter: DurationRange = { minMs: 3000, maxMs: 3000 }

/** Plays if nothing else fits: everything is approved after the default time. */
export const plainApproval = plainScenario('approve', 'approved')

export const plainByHand = plainScenario(byHandName, 'by-hand')

function plainScenario(name: string, outcome: 'approved' | 'by-hand'): Scenario {
  const source = { file: 'payments-sandbox', line: 1 }
  return interpretScenario({ name, source, written: { outcome }, read: { outcome } }, new Map())
}

function interpretOutcome({ outcome, transfers }: ReadScenario, results: ReadonlyMap<string, Result>): ScenarioOutcome {
  if (outcome === undefined) return { kind: transfers ? 'by-transfers' : 'approved' }
  if (typeof outcome === 'string') return { kind: outcome }
  const result = results.get(outcome.failed)
  if (!result) throw new Error(`Cannot interpret outcome: ${outcome.failed} was not checked to be a result`)
  return { kind: 'failed', result }
}

/** The reply to a stored transaction, or the refusal without one. */
function interpretRespond(read: NonNullable<ReadScenario['respond']>): Pick<Scenario, 'reply' | 'refusal'> {
  const { status = 'INITIATED', delay, error, httpStatus, fault } = read
  const reply: PlannedReply = { status, ...(delay === undefined ? {} : { delayMs: delay }) }
  if (fault === undefined || fault === 'drop-before-commit') {
    return { reply, refusal: error ?? httpStatus ?? fault ?? null }
  }
  return { reply: { ...reply, fault }, refusal: null }
}

function interpretExpect({ ackedWithin, ...counts }: NonNullable<ReadScenario['expect']>): Expectations {
  return ackedWithin === undefined ? counts : { ...counts, ackedWithinMs: ackedWithin }
}

export function interpretRule(read: ReadScenario): Pick<Scenario, 'match' | 'flows' | 'currency'> {
  return {
    match: read.match ?? null,
    flows: fittingFlows(read),
    currency: read.otp === undefined ? null : otpCurrency,
  }
}

type ReadWebhook = NonNullable<ReadScenario['webhook']>

function interpretWebhook(read: ReadWebhook): Scenario['webhook'] {
  const { delay = 0, retry, timeout, ...faulty } = read
  const isTimed = typeof delay === 'number'
  const isPlain = isTimed && Object.keys(faulty).length === 0
  return {
    delayMs: isTimed ? delay : 0,
    retryMs: retry ?? null,
    timeoutMs: timeout ?? null,
    faults: isPlain ? null : interpretFaults(read, isTimed ? null : delay),
  }
}

/** True for a scenario whose transaction is final before its create call is answered. */
export function settlesBeforeReply({ respond, webhook }: Pick<ReadScenario, 'respond' | 'webhook'>): boolean {
  return respond?.status === 'COMPLETED' || webhook?.delay === 'before-reply'
}

function interpretFaults(read: ReadWebhook, trigger: WebhookTrigger | null): WebhookFaults {
  const { hold, release = 'in-order' } = read
  return {
    trigger,
    copies: read.copies ?? 1,
    spacingMs: read.spacing ?? 0,
    drop: read.drop ?? false,
    hold: hold === undefined ? null : { count: hold, release },
    answers: read.answers ?? [],
    signatures: [read.signature ?? []].flat(),
    body: read.body ?? 'exact',
  }
}
