import { type CurrencyCode, currencies } from '../catalogue/currencies.ts'
import { maxMinor, toMinor } from '../domain/money.ts'
import { localForm, normalisePhone } from '../domain/phone.ts'
import { type Flow, flows, type Intent, isMobileMoney } from '../domain/transaction.ts'
import { amountsOf } from '../scenarios/lint/match-scope.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { compileGlob } from '../scenarios/select/glob.ts'

/** What is asked of a sample; the rest is the usual. */
export interface Sample {
  readonly flow?: Flow | undefined
  /** In major units of the currency. */
  readonly amount?: number | undefined
  readonly currency?: CurrencyCode | undefined
}

/**
 * A sample transaction: the usual one, with what is asked of it, and with what the scenario's own match and transfers need
 * put in where that can be. A RangeError where the scenario cannot happen to it, or nothing can.
 */
export function sampleIntent(scenario: Scenario, asked: Sample = {}): Intent {
  const { match } = scenario
  const flow = asked.flow ?? usualFlow(scenario)
  const isMobile = isMobileMoney(flow)
  const currency = currencyOf(scenario, flow, asked.currency)
  const askedMinor = asked.amount === undefined ? neededMinor(scenario, currency) : minorOf(asked.amount, currency)
  const accountNumber = isMobile
    ? phoneOf(match?.accountNumber, currency)
    : filled(match?.accountNumber, '0123456789', inPlace)
  return {
    flow,
    reference: filled(match?.reference, 'sample'),
    currency,
    askedMinor,
    channel: isMobile ? 'MOMO' : 'BANK',
    network: filled(match?.network, isMobile ? 'MTN' : '058', inPlace),
    reason: filled(match?.reason, 'Sample'),
    customer: { accountName: 'The customer', accountNumber },
    metadata: {},
    callbackUrl: null,
    extras: {},
    conversion: null,
  }
}

/** The first flow that the scenario's match names and it can happen to, else the first that it can happen to. */
function usualFlow({ flows: fitting, match }: Scenario): Flow {
  return match?.flow?.find((flow) => fitting.includes(flow)) ?? fitting[0] ?? flows[0]
}

/** The currency that is asked for, else the usual one, else the first that the scenario's match leaves. */
function currencyOf({ name, match, currency: only }: Scenario, flow: Flow, asked?: CurrencyCode): CurrencyCode {
  const must = flow === 'virtual-account' ? 'NGN' : only
  if (asked !== undefined && must !== null && asked !== must) {
    throw new RangeError(
      `${flow === 'virtual-account' ? 'A virtual account' : name} is always in ${must}, not in ${asked}`,
    )
  }
  const wanted = asked ?? must ?? (flow === 'bank-payout' ? 'NGN' : 'GHS')
  const amounts = amountsOf(match ?? {})
  return asked !== undefined || amounts.has(wanted) ? wanted : ([...amounts.keys()][0] ?? wanted)
}

/** What makes the scenario's transfers of fixed amounts the whole sum, else a hundred, or what its match has nearest to it. */
function neededMinor({ match, transfers }: Scenario, currency: CurrencyCode): number {
  const pays = (transfers ?? []).map(({ pay }) => pay)
  const fixed = pays.reduce((sum, pay) => sum + ('amount' in pay ? pay.amount : 0), 0)
  const shares = pays.reduce((sum, pay) => sum + ('amount' in pay ? 0 : pay.shareBasisPoints), 0) / 10_000
  const wanted = fixed > 0 && shares < 1 ? fixed / (1 - shares) : 100
  const { leastMinor = 1, mostMinor = maxMinor } = amountsOf(match ?? {}).get(currency) ?? {}
  return Math.min(Math.max(Math.round(wanted * 10 ** currencies[currency].decimals), leastMinor), mostMinor)
}

/** An amount as the create call takes it (D12). */
function minorOf(amount: number, currency: CurrencyCode): number {
  const minor = amount > 0 ? toMinor(amount, currency) : null
  if (minor !== null && minor <= maxMinor) return minor
  const { decimals } = currencies[currency]
  throw new RangeError(
    `${amount} is no amount of ${currency}: write one above 0 with at most ${decimals} decimal places`,
  )
}

const usualPhone = '233241234567'

/** In international digits; the local form is filled first, as people write phone numbers so. */
function phoneOf(globs: readonly string[] | undefined, currency: CurrencyCode): string {
  if (globs?.some((glob) => compileGlob(glob)(usualPhone)) ?? true) return usualPhone
  const local = normalisePhone(filled(globs, localForm(usualPhone), inPlace), currency)
  const fits =
    local !== null && globs?.map(compileGlob).some((holds) => holds(local.international) || holds(local.local))
  return fits ? local.international : filled(globs, usualPhone, inPlace)
}

/** How a glob's first star is filled: with the whole of a usual text, or with as much of it as keeps its length. */
type Fill = (usual: string, before: number, fixed: number) => string

const whole: Fill = (usual) => usual
const inPlace: Fill = (usual, before, fixed) => usual.slice(before, before + Math.max(0, usual.length - fixed))

/** The usual text where a glob holds for it, else one that the first glob holds for. */
function filled(globs: readonly string[] | undefined, usual: string, fill: Fill = whole): string {
  const [glob] = globs ?? []
  if (glob === undefined || globs?.some((one) => compileGlob(one)(usual))) return usual
  const [first = '', ...rest] = glob.replaceAll('?', '0').split('*')
  if (rest.length === 0) return first
  return first + fill(usual, first.length, first.length + rest.join('').length) + rest.join('')
}
