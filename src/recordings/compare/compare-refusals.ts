import { businessRules } from '../../catalogue/business-rules.ts'
import { isObject, jsonIn } from '../../domain/json.ts'
import { type Body, isAccepted, objectIn, partyIn } from '../read/bodies.ts'
import type { RecordedCall } from '../read/service-calls.ts'
import type { DecisionKey } from './decisions.ts'
import { compareShape } from './fields/body-shape.ts'
import { described, type NamedSetting, type Observation, type SaidSetting } from './observation.ts'
import type { OwnAnswer } from './player.ts'

/** Compares two answers of which at least one is a refusal. */
export function* compareRefusals(call: RecordedCall, own: OwnAnswer, isOtherNetwork: boolean): Generator<Observation> {
  const { entry, path } = call
  const name = `${entry.method} ${call.question.is === 'query' ? '/payments/{id}' : path.split('?')[0]}`
  const [recorded, ours] = [refusalIn(entry.status, entry.response.body, call.base), refusalIn(own.status, own.body)]
  const decision = decisionOf(isAccepted(own) ? recorded : ours, call, isOtherNetwork)
  const names = isAccepted(entry) ? null : settingShownBy(recorded, call, isOtherNetwork)
  const says = limitIn(recorded, call)
  if (entry.status !== own.status || isAccepted(own)) {
    const [said, ownSaid] = [recorded, ours].map(({ status, texts }) =>
      isAccepted({ status }) ? described(`${status}, accepted`) : described(`${status} ${texts.join('; ')}`.trim()),
    )
    yield { decision, what: `answer to ${name}`, recorded: said, own: ownSaid, isSame: false, names, says }
    return
  }
  if (decision === 'D2') yield { decision, what: `status of ${name}`, recorded: entry.status, own: own.status }
  const body = decision === 'D2' ? 'D3' : decision
  if (entry.response.body === null) return
  if (recorded.value === undefined) {
    yield { decision: body, what: `body of ${name}`, recorded: described('no JSON'), own: described('JSON') }
  } else if (recorded.isListed || ours.isListed) yield* compareFieldErrors(recorded, ours, decision)
  else {
    yield { decision: body, what: `message of ${name}`, recorded: recorded.texts[0], own: ours.texts[0], names }
    if (isObject(recorded.value) && isObject(ours.value))
      yield* compareShape(recorded.value, ours.value, `body of a ${entry.status}`, body)
  }
}

/** Compares texts, their order and their number, and the shape around them. */
function* compareFieldErrors(recorded: Refusal, own: Refusal, decision: DecisionKey): Generator<Observation> {
  const [shape, ownShape] = [recorded, own].map(({ value }) => (Array.isArray(value) ? 'list' : 'object'))
  const names: NamedSetting = { setting: 'validationShape', value: shape }
  yield { decision: 'D8', what: 'shape of field errors', recorded: shape, own: ownShape, names }
  const more = recorded.texts.filter((text) => !own.texts.includes(text))
  const missing = own.texts.filter((text) => !recorded.texts.includes(text))
  const rule = decision === 'D12' || decision === 'D11' ? decision : 'D6'
  const isSameCount = recorded.texts.length === own.texts.length
  yield { decision: rule, what: 'broken rules', recorded: more, own: missing, isSame: isSameCount }
  if (!isSameCount) return
  const isSame = recorded.texts.join('\n') === own.texts.join('\n')
  const isOrder = more.length + missing.length === 0
  const [texts, ownTexts] = isOrder ? [recorded.texts, own.texts] : [more, missing]
  yield { decision: 'D7', what: 'messages', recorded: texts, own: ownTexts, isSame }
}

interface Refusal {
  readonly status: number
  /** Of the body; undefined if it is no JSON. */
  readonly value: unknown
  readonly texts: readonly string[]
  /** True for errors of fields (spec 7.2). */
  readonly isListed: boolean
}

/** A 404 names the path below the base URL. */
function refusalIn(status: number, body: string | null, base = ''): Refusal {
  const value = body === null ? undefined : jsonIn(body)
  const messages = Array.isArray(value)
    ? value.map((one) => (isObject(one) ? one.message : one))
    : isObject(value)
      ? [value.message].flat()
      : []
  const texts = messages.filter((text) => text !== undefined).map((text) => String(text).replace(`${base}/`, '/'))
  return { status, value, texts, isListed: Array.isArray(value) || (isObject(value) && Array.isArray(value.message)) }
}

const byStatus: Readonly<Record<number, DecisionKey>> = { 401: 'D2', 413: 'D9', 429: 'D13', 500: 'D13', 503: 'D42' }

const byText = new Map<string | undefined, DecisionKey>([
  [businessRules.duplicate_reference.text, 'D14'],
  [businessRules.not_awaiting_otp.text, 'D26'],
  [businessRules.invalid_otp.text, 'D26'],
  [businessRules.network_mismatch.text, 'D32'],
  [businessRules.account_not_allowed_in_test.text, 'D10'],
])

/** Returns the decision that a refusal is about. */
function decisionOf(refusal: Refusal, { question: { is }, entry }: RecordedCall, isOtherNetwork: boolean): DecisionKey {
  const { status, texts, value, isListed } = refusal
  const known = byStatus[status] ?? byText.get(texts[0])
  if (known !== undefined) return known
  if (status === 404) return is === 'otp' ? 'D26' : is === 'query' ? 'D27' : 'D4'
  if (isListed) {
    if (texts.some((text) => /decimal places|less than or equal/.test(text))) return 'D12'
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that D11 refuses.
    return /\\u(?:00[01]|d[89a-f])|[\u0000-\u0008]/i.test(entry.request.body ?? '') ? 'D11' : 'D6'
  }
  if (isObject(value) && 'provider_hook_response' in value) return 'D31'
  if (objectIn(entry.request) === null && is !== 'unknown') return 'D9'
  if (isOtherNetwork) return 'D32'
  return is === 'otp' ? 'D26' : is === 'unknown' ? 'D4' : 'D10'
}

/** The setting that a refusal of the service shows. */
function settingShownBy(
  { texts, isListed }: Refusal,
  call: RecordedCall,
  isOtherNetwork: boolean,
): NamedSetting | null {
  const asked = objectIn(call.entry.request)
  if (call.question.is !== 'create' || asked === null || isListed) return null
  const [text = ''] = texts
  const { currency, network, bank } = partyIn(asked)
  const { account_not_allowed_in_test, currency_not_enabled, network_not_enabled } = businessRules
  const is = (rule: { readonly text: string }, hole: string, value: unknown) =>
    text === rule.text.replace(hole, String(value))
  if (is(account_not_allowed_in_test, '', '')) return { setting: 'strictTestAccounts', value: true }
  if (is(currency_not_enabled, '{currency}', currency))
    return { setting: 'currencies', part: String(currency), value: false }
  if (is(network_not_enabled, '{network}', network ?? bank))
    return { setting: 'networks', part: String(network ?? bank), value: false }
  const isKnown = byText.has(text) && text !== businessRules.network_mismatch.text
  return isOtherNetwork && !isKnown ? { setting: 'networkMismatch', value: 'reject' } : null
}

/** The limit that the text of a refusal names. */
function limitIn({ texts }: Refusal, { question, entry }: RecordedCall): SaidSetting | null {
  const asked = objectIn(entry.request)
  if (question.is !== 'create' || asked === null) return null
  const { network, bank, currency }: Body = partyIn(asked)
  const found = (['amount_too_small', 'amount_too_large'] as const).find((rule) =>
    texts[0]?.startsWith(businessRules[rule].text.replace('{limit}', '')),
  )
  const setting = `limits.${question.flow}.${network ?? bank}.${currency}`
  return found === undefined ? null : { setting, value: String(texts[0]) }
}
