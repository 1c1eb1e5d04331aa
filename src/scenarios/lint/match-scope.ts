import { type CurrencyCode, currencyCodes } from '../../catalogue/currencies.ts'
import type { Flow } from '../../domain/transaction.ts'
import { intendedFlows, type Match, type Scenario } from '../scenario.ts'
import { type AmountRange, amountRange } from '../select/amount-range.ts'
import { compileGlob } from '../select/glob.ts'
import type { SelectionFacts } from '../select/match.ts'

/** All that a match rule can ever match, with what its scenario can happen to taken into account. */
export interface MatchScope {
  readonly flows: readonly Flow[]
  /** The amounts of each currency in which any is matched. */
  readonly amounts: ReadonlyMap<CurrencyCode, AmountRange>
  /** Null: every text, and none at all. */
  readonly texts: Readonly<Record<TextKey, readonly TextPattern[] | null>>
}

interface TextPattern {
  readonly matches: (text: string) => boolean
  /** Texts that it matches, its stars filled with nothing, with little and with much. */
  readonly samples: readonly string[]
}

type TextKey = (typeof textKeys)[number]
const textKeys = ['accountNumber', 'reference', 'network', 'reason'] as const

/** Stands for text that no pattern has by chance. */
const odd = '\u0001'

/** A match rule and what its scenario can happen to. */
export type MatchRule = Pick<Scenario, 'flows' | 'currency'> & { readonly match: Match }

/** The scope of a rule. */
export function matchScope(rule: MatchRule): MatchScope {
  const { match, currency } = rule
  const amounts = [...amountsOf(match)].filter(([code]) => currency === null || currency === code)
  const { accountNumber, reference, network, reason } = match
  return {
    flows: intendedFlows(rule),
    amounts: new Map(amounts),
    texts: {
      // Every request has these; a payout may come without a reason.
      accountNumber: (accountNumber ?? ['*']).map(patternOf),
      reference: (reference ?? ['*']).map(patternOf),
      network: (network ?? ['*']).map(patternOf),
      reason: reason?.map(patternOf) ?? null,
    },
  }
}

/** The amounts that a match leaves in each currency; none where it cannot hold. */
export function amountsOf({ currency, amount }: Match): ReadonlyMap<CurrencyCode, AmountRange> {
  const globs = currency?.map(compileGlob)
  const codes = currencyCodes.filter((code) => globs?.some((matches) => matches(code)) ?? true)
  const ranges = codes.map((code) => [code, amountRange(amount ?? {}, code)] as const)
  return new Map(ranges.filter(([, { leastMinor, mostMinor }]) => leastMinor <= mostMinor))
}

/** True when one scope is within another, so that a rule with the other before it leaves it nothing. */
export function isWithin(narrow: MatchScope, wide: MatchScope): boolean {
  return (
    narrow.flows.every((flow) => wide.flows.includes(flow)) &&
    textKeys.every((key) => areTextsWithin(narrow.texts[key], wide.texts[key])) &&
    [...narrow.amounts].every(([code, range]) => isRangeWithin(range, wide.amounts.get(code)))
  )
}

/** A request that is within a scope; null for a scope that none is in. */
export function sampleOf({ flows: [flow], amounts, texts }: MatchScope): SelectionFacts | null {
  const [first] = amounts
  if (flow === undefined || first === undefined) return null
  const [currency, { leastMinor: amountMinor }] = first
  const textOf = (key: TextKey) => texts[key]?.[0]?.samples[1] ?? null
  return {
    flow,
    currency,
    amountMinor,
    accountNumbers: [textOf('accountNumber') ?? ''],
    reference: textOf('reference') ?? '',
    network: textOf('network') ?? '',
    reason: textOf('reason'),
  }
}

function patternOf(glob: string): TextPattern {
  const filled = (star: string) => glob.replaceAll('*', star).replaceAll('?', odd)
  return { matches: compileGlob(glob), samples: ['', odd, odd.repeat(5)].map(filled) }
}

function isRangeWithin(narrow: AmountRange, wide: AmountRange | undefined): boolean {
  return wide !== undefined && wide.leastMinor <= narrow.leastMinor && narrow.mostMinor <= wide.mostMinor
}

function areTextsWithin(narrow: readonly TextPattern[] | null, wide: readonly TextPattern[] | null): boolean {
  if (wide === null) return true
  return narrow?.every(({ samples }) => wide.some(({ matches }) => samples.every(matches))) ?? false
}
