import { formatDuration } from '../../domain/duration.ts'
import type { BodyFault } from '../../domain/webhook-faults.ts'
import { counted } from '../../text.ts'
import { eachWebhook, type FindingRule } from '../finding-rule.ts'
import { answeredAttempts, answerOf, isRefusedConnection, lostWith, realAttempts } from '../real-attempts.ts'

const broken: readonly BodyFault[] = ['truncated', 'not-json']

/** A webhook that cannot be read was answered 2xx: it will not come again, and what it said is lost (D36). */
export const brokenBodyAccepted: FindingRule = {
  rule: 'broken-body-accepted',
  level: 'warning',
  section: 'D35, D36',
  find: eachWebhook((webhook) => {
    const fault = webhook.webhook.faults?.body ?? 'exact'
    const accepted = broken.includes(fault) ? answeredAttempts(webhook).find(({ isAccepted }) => isAccepted) : undefined
    if (accepted === undefined) return null
    return `answered ${answerOf(accepted)} to a webhook for ${webhook.reference} whose body was ${fault}: answer 400, and it comes again`
  }),
}

/** A sound webhook was answered with something else than 2xx, or not at all; it comes again (D36). */
export const badlyAnsweredWebhook: FindingRule = {
  rule: 'badly-answered-webhook',
  level: 'warning',
  section: 'D36',
  find: eachWebhook((webhook) => {
    // One that was lost has a finding of its own.
    if (lostWith(webhook) !== undefined) return null
    const bad = realAttempts(webhook).filter((one) => one.isSound && !one.isAccepted && !isRefusedConnection(one))
    const [first] = bad
    if (first === undefined) return null
    return `attempt ${first.number} of the webhook for ${webhook.reference} failed (${answerOf(first)})${bad.length > 1 ? `, and ${bad.length - 1} more` : ''}: any 2xx within the time-out ends the retries`
  }),
}

/** Nothing listened at the address of a webhook; it comes again (D36). One finding for each address. */
export const refusedConnection: FindingRule = {
  rule: 'refused-connection',
  level: 'warning',
  section: 'D36',
  find: ({ webhooks }) => {
    const refused = webhooks.filter(
      (webhook) => lostWith(webhook) === undefined && realAttempts(webhook).some(isRefusedConnection),
    )
    const urls = [...new Set(refused.map(({ url }) => url))]
    return urls.flatMap((address) => {
      const [first, ...others] = refused.filter(({ url }) => url === address)
      if (first === undefined) return []
      const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more webhook')}`
      const evidence = `nothing listened at ${address} for the webhook of ${first.reference}${more}: start your server before the webhooks come, or correct the address`
      return [{ transactionId: first.transactionId, evidence }]
    })
  },
}

/** A webhook whose signature is wrong was answered 2xx: anyone could claim that this merchant was paid (D34). */
export const forgedWebhookAccepted: FindingRule = {
  rule: 'forged-webhook-accepted',
  level: 'error',
  section: 'spec 5 (4), D34',
  find: eachWebhook((webhook) => {
    const forged = answeredAttempts(webhook).find(({ signature, isAccepted }) => isAccepted && signature !== 'valid')
    if (forged === undefined) return null
    return `answered ${answerOf(forged)} to a webhook for ${webhook.reference} whose signature was ${wrong[forged.signature]}: check the signature before anything else, and answer 401`
  }),
}

const wrong = {
  valid: 'valid',
  missing: 'missing',
  corrupt: 'corrupt',
  'wrong-key': "made with another's key",
  stale: 'ten minutes old',
} as const

/** A 2xx came, but after more than half of the time-out: under load it will come too late, and the webhook twice (D36). */
export const slowWebhookAnswer: FindingRule = {
  rule: 'slow-webhook-answer',
  level: 'warning',
  section: 'D36',
  find: eachWebhook((webhook) => {
    const slow = realAttempts(webhook).find(
      ({ isAccepted, outcome: { durationMs } }) => isAccepted && durationMs > webhook.webhook.timeoutMs / 2,
    )
    if (slow === undefined) return null
    const took = formatDuration(slow.outcome.durationMs)
    return `the webhook for ${webhook.reference} was answered after ${took} of ${formatDuration(webhook.webhook.timeoutMs)}: answer first, work afterwards`
  }),
}
