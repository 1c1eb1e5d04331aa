import { businessRules } from '../../catalogue/business-rules.ts'
import { isObject } from '../../domain/json.ts'
import type { Flow } from '../../domain/transaction.ts'
import { type Body, type Call, jsonOf, textAt } from '../read/calls.ts'
import { isAccepted } from '../read/conversation.ts'
import type { Entry } from '../read/recording.ts'
import { compareShape } from './compare-record.ts'
import type { LimitVote, Stated, Vote } from './fact.ts'
import type { Answer } from './play.ts'
import type { Decision } from './rows.ts'

/** Compares two answers of which at least one is a refusal. */
export function* compareRefusal(entry: Entry, own: Answer, about: About): Generator<Stated> {
  const real = { status: entry.status, body: entry.response.body }
  const [value, ownValue] = [jsonOf(real), jsonOf(own)]
  const [isRefused, ownRefused] = [!isAccepted(real), !isAccepted(own)]
  if (isRefused && value === undefined) {
    yield statusOf(about, entry, own, decisionOf(ownValue, own.status, about))
    return
  }
  const found = ownRefused ? decisionOf(ownValue, own.status, about) : decisionOf(value, real.status, about)
  const vote = voteOf(isRefused ? value : ownValue, isRefused, found, about)
  const decision = vote?.setting === 'strictTestAccounts' ? 'D10' : found
  const isSame = real.status === own.status && isRefused === ownRefused
  if (!isSame || !isRefused) {
    const said = (status: number, body: unknown) =>
      isAccepted({ status }) ? Symbol(`${status}, accepted`) : `${status} ${messagesIn(body).join('; ')}`.trim()
    const answer = `answer to ${about.name}`
    yield {
      decision,
      what: answer,
      isSame: false,
      real: said(real.status, value),
      own: said(own.status, ownValue),
      vote,
    }
    return
  }
  // The status of a 401 is D2, its body D3.
  if (decision === 'D2') yield statusOf(about, entry, own, 'D2')
  yield* compareBodies(value, ownValue, decision === 'D2' ? 'D3' : decision, about, vote)
}

/** What a call was. */
export interface About {
  readonly name: string
  readonly call: Call
  readonly asked: Body | null
  readonly isOtherNetwork: boolean
  /** The service accepts no call with the key. */
  readonly isRefusedKey: boolean
  /** What stands before the service's paths in the real URLs. */
  readonly base: string
  readonly request: string | null
}

function statusOf(about: About, { status }: Entry, own: Answer, decision: Decision | null): Stated {
  return { decision, what: `status of ${about.name}`, isSame: status === own.status, real: status, own: own.status }
}

function* compareBodies(
  value: unknown,
  ownValue: unknown,
  decision: Decision | null,
  about: About,
  vote: Vote | null,
): Generator<Stated> {
  const [texts, ownTexts] = [messagesIn(value, about.base), messagesIn(ownValue)]
  const isFields = isListed(value) || isListed(ownValue)
  if (!isFields) {
    const isSame = texts.join() === ownTexts.join()
    yield { decision, what: `message of ${about.name}`, isSame, real: texts[0], own: ownTexts[0], vote }
    if (isObject(value) && isObject(ownValue))
      yield* compareShape(value, ownValue, `body of a ${String(ownValue.statusCode)}`, decision)
    return
  }
  const shape = Array.isArray(value) ? 'list' : 'object'
  const ownShape = Array.isArray(ownValue) ? 'list' : 'object'
  const isShape = shape === ownShape
  const shapeVote = { setting: 'validationShape', value: shape } as const
  yield { decision: 'D8', what: 'shape of field errors', isSame: isShape, real: shape, own: ownShape, vote: shapeVote }
  const more = texts.filter((text) => !ownTexts.includes(text))
  const missing = ownTexts.filter((text) => !texts.includes(text))
  const isCount = texts.length === ownTexts.length
  const rule = decision === 'D12' || decision === 'D11' ? decision : 'D6'
  yield {
    decision: rule,
    what: 'broken rules',
    isSame: isCount,
    real: isCount ? texts.length : more,
    own: isCount ? texts.length : missing,
  }
  if (isCount) {
    const isSame = texts.join() === ownTexts.join()
    const isOrder = more.length + missing.length === 0
    yield { decision: 'D7', what: 'messages', isSame, real: isOrder ? texts : more, own: isOrder ? ownTexts : missing }
  }
}

function isListed(value: unknown): boolean {
  return Array.isArray(value) || (isObject(value) && Array.isArray(value.message))
}

/** The texts of a refusal. A 404 names the path below the base URL. */
function messagesIn(value: unknown, base = ''): readonly string[] {
  const messages = Array.isArray(value)
    ? value.map((one) => (isObject(one) ? one.message : one))
    : isObject(value)
      ? [value.message].flat()
      : []
  return messages.filter((message) => message !== undefined).map((message) => String(message).replace(`${base}/`, '/'))
}

const byText = new Map<string, Decision>([
  [businessRules.duplicate_reference.text, 'D14'],
  [businessRules.not_awaiting_otp.text, 'D26'],
  [businessRules.invalid_otp.text, 'D26'],
  [businessRules.network_mismatch.text, 'D32'],
])

/** Returns the decision that a refusal is about. */
function decisionOf(value: unknown, status: number, about: About): Decision | null {
  const byStatus = ({ 401: 'D2', 413: 'D9', 429: 'D13', 500: 'D13', 503: 'D42' } as const)[status]
  if (byStatus !== undefined) return byStatus
  if (status === 404) return about.call.is === 'otp' ? 'D26' : about.call.is === 'query' ? 'D27' : 'D4'
  const texts = messagesIn(value)
  if (isListed(value)) return ruleOf(texts, about)
  if (isObject(value) && 'provider_hook_response' in value) return 'D31'
  const known = byText.get(texts[0] ?? '')
  if (known !== undefined) return known
  if (about.asked === null && about.call.is !== 'unknown') return 'D9'
  if (about.isOtherNetwork) return 'D32'
  return about.call.is === 'otp' ? 'D26' : about.call.is === 'unknown' ? 'D4' : 'D10'
}

function ruleOf(texts: readonly string[], { request }: About): Decision {
  if (texts.some((text) => /decimal places|less than or equal/.test(text))) return 'D12'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that D11 refuses.
  return /\\u(?:00[01]|d[89a-f])|[\u0000-\u0008]/i.test(request ?? '') ? 'D11' : 'D6'
}

/** A refusal that a setting decides. */
function voteOf(value: unknown, isReal: boolean, decision: Decision | null, about: About): Vote | null {
  const { asked, call } = about
  const text = textAt(isObject(value) ? value : null, 'message') ?? ''
  if (decision === 'D2') return isReal && about.isRefusedKey ? { setting: 'keys', value: 'declared' } : null
  if (call.is === 'otp' && !isReal) return { setting: 'smsOtp', network: String(asked?.network), value: true }
  if (decision === 'D32') return { setting: 'networkMismatch', value: isReal ? 'reject' : 'ignore' }
  if (text === businessRules.account_not_allowed_in_test.text) return { setting: 'strictTestAccounts', value: isReal }
  const [recipient] = Array.isArray(asked?.recipients) ? asked.recipients.filter(isObject) : []
  if (isReal && call.is === 'create') {
    const limited = limitVote(text, call.flow, recipient ?? asked ?? {})
    if (limited !== null) return limited
  }
  const isLeftOut = recipient !== undefined && recipient.accountNumber === undefined && !isReal
  return isLeftOut ? { setting: 'strictTestAccounts', value: true } : null
}

/** Which amounts and networks a create call may have: the text of the refusal names the limit. */
function limitVote(text: string, flow: Flow, { network: code, bank, currency }: Body): Vote | null {
  const network = String(code ?? bank)
  const { network_not_enabled, amount_too_small, amount_too_large } = businessRules
  if (text === network_not_enabled.text.replace('{network}', network)) {
    return { setting: 'networks', network, value: false }
  }
  const limit = (rule: { readonly text: string }, end: LimitVote['end']): Vote | null => {
    const [before = ''] = rule.text.split('{limit}')
    const value = text.startsWith(before) ? Number(text.slice(before.length) || Number.NaN) : Number.NaN
    return value >= 0 ? { setting: 'limits', flow, network, currency: String(currency), end, value } : null
  }
  return limit(amount_too_small, 'min') ?? limit(amount_too_large, 'max')
}
