import type { CurrencyCode } from '../catalogue/currencies.ts'
import { toMinor } from '../domain/money.ts'
import { localForm, normalisePhone } from '../domain/phone.ts'
import { type Flow, flows, type Intent } from '../domain/transaction.ts'
import { amountsOf } from '../scenarios/lint/match-scope.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { compileGlob } from '../scenarios/select/glob.ts'

/** A sample transaction of a flow: the usual one, with what the scenario's own match asks for put in where that can be. */
export function sampleIntent(scenario: Scenario, flow: Flow = usualFlow(scenario)): Intent {
  const { match, currency: only } = scenario
  const isMobile = flow === 'mobile-money' || flow === 'mobile-money-payout'
  const { currency, askedMinor } = sumOf(amountsOf(match ?? {}), only, isMobile ? 'GHS' : 'NGN')
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

/** A hundred of the usual currency, or what is nearest to it in the first currency that is left. */
function sumOf(amounts: ReturnType<typeof amountsOf>, only: CurrencyCode | null, usual: CurrencyCode) {
  const wanted = only ?? usual
  const currency = amounts.has(wanted) ? wanted : ([...amounts.keys()][0] ?? wanted)
  const { leastMinor = 0, mostMinor = Number.MAX_SAFE_INTEGER } = amounts.get(currency) ?? {}
  const hundred = toMinor(100, currency) ?? 0
  return { currency, askedMinor: Math.min(Math.max(hundred, leastMinor), mostMinor) }
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
