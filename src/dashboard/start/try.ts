import { definitionOf, type Flow, flowHas } from '../../catalogue/flows.ts'
import { counted } from '../parts/format.ts'
import type { Selector } from '../parts/words.ts'

/** What the form asks for, as it is typed. */
export interface Asked {
  readonly flow: Flow
  readonly amount: string
  readonly currency: string
  readonly number: string
  /** Network code, or bank code. */
  readonly network: string
}

export interface CallNames {
  readonly reference: string
  /** Undefined: the callback URL of the business. */
  readonly callbackURL: string | undefined
}

/** A customer's phone for each currency of mobile money. */
const phones: Readonly<Record<string, readonly [number: string, network: string]>> = {
  GHS: ['0241234567', 'MTN'],
  UGX: ['+256761234567', 'MTN'],
  XOF: ['+2250712345671', 'ORANGE'],
  XAF: ['+237650123456', 'MTN'],
  KES: ['+254711234567', 'MPS'],
  TZS: ['+255741234567', 'MPS'],
  ZMW: ['+260561234567', 'MTN'],
}

export function sampleOf(flow: Flow): Asked {
  const { amount, currency, accountNumber, network } = definitionOf(flow).sample
  return { flow, amount: String(amount), currency, number: accountNumber, network }
}

/** The same in another currency: a phone of that currency has another number. */
export function inCurrency(asked: Asked, currency: string): Asked {
  const usual = sampleOf(asked.flow)
  if (currency === usual.currency) return usual
  const [number, network] = (flowHas(asked.flow, 'phone') && phones[currency]) || [asked.number, asked.network]
  return { flow: asked.flow, amount: '1000', currency, number, network }
}

/** The sample in its own currency, or else in an enabled one. */
export function enabledSample(flow: Flow, enabled: readonly string[]): Asked {
  const usual = sampleOf(flow)
  const possible = currenciesOf(flow, enabled)
  return possible.includes(usual.currency) ? usual : inCurrency(usual, possible[0] ?? usual.currency)
}

/** Which of the enabled currencies a flow can be tried in. */
export function currenciesOf(flow: Flow, enabled: readonly string[]): readonly string[] {
  const { onlyCurrency } = definitionOf(flow)
  if (onlyCurrency !== undefined) return [onlyCurrency]
  return flowHas(flow, 'phone') ? enabled.filter((currency) => phones[currency] !== undefined) : enabled
}

/** The create call. */
export function callOf({ flow, amount, currency, number, network }: Asked, names: CallNames) {
  const { path, sample, body } = definitionOf(flow)
  const asked = { ...sample, amount: Number(amount), currency, accountNumber: number, network }
  return { path, body: body(asked, { reason: 'Tried from the page', ...names }) }
}

const waits = 'by-hand'

/** What can happen, as scenarios with words; empty: what the call would get without the page. */
export function choicesOf(flow: Flow): readonly (readonly [scenario: string, words: string])[] {
  const mine = flowHas(flow, 'prompt') ? 'I type the PIN' : flowHas(flow, 'account') ? 'I pay into the account' : null
  const own = mine === null ? [] : [[waits, `Waits for me: ${mine}`] as const]
  return [['', 'As queue and default say'], ...own, ...Object.entries(definitionOf(flow).page.trials)]
}

/** What is chosen until the user chooses. `by`: how the call would get its scenario. A queue or a default is there to be obeyed. */
export function usualChoice(flow: Flow, by: Selector | undefined): string {
  const isObeyed = by === 'queue' || by === 'business'
  return isObeyed || !choicesOf(flow).some(([scenario]) => scenario === waits) ? '' : waits
}

/** What a move of the clock moves beside the shown transaction. */
export function moveWords(key: string, others: number): string {
  const also = others === 0 ? '' : `, with ${counted(others, 'step')} of other transactions`
  return `This moves the clock of ${key}${also}.`
}
