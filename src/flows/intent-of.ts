import type { ZodType } from 'zod'
import { convert, type Rates } from '../domain/rates.ts'
import type { Settings } from '../domain/settings.ts'
import type { Intent } from '../domain/transaction.ts'
import { payBank } from './bank-payout/pay.ts'
import { toIntent as bankPayout } from './bank-payout/request.ts'
import { destinationOf } from './first-recipient.ts'
import { collectMobileMoney } from './mobile-money/collect.ts'
import { toIntent as mobileMoney } from './mobile-money/request.ts'
import { payMobileMoney } from './mobile-money-payout/pay.ts'
import { toIntent as mobileMoneyPayout } from './mobile-money-payout/request.ts'
import { generateVirtualAccount } from './virtual-account/generate.ts'
import { toIntent as virtualAccount } from './virtual-account/request.ts'

/** What a create request asks for; the messages of the rules it breaks; or null where the path is no create call. */
export type IntentOf = (path: string, body: unknown, settings: Settings) => Intent | readonly string[] | null

/** Reads create requests as their endpoints do, without storing anything. */
export function createIntentOf(rates: Rates): IntentOf {
  return (path, body, settings) => {
    switch (path) {
      case collectMobileMoney.path:
        return read(collectMobileMoney, body, settings, (checked) => mobileMoney(checked, settings.homeCountries))
      case generateVirtualAccount.path:
        return read(generateVirtualAccount, body, settings, virtualAccount)
      case payBank.path:
        return read(payBank, body, settings, (checked) =>
          bankPayout(checked, convert(rates, checked.recipients[0], destinationOf(checked))),
        )
      case payMobileMoney.path:
        return read(payMobileMoney, body, settings, (checked) => {
          const conversion = convert(rates, checked.recipients[0], destinationOf(checked))
          return mobileMoneyPayout(checked, conversion, settings.homeCountries)
        })
      default:
        return null
    }
  }
}

interface Readable<Body> {
  readonly body?: ZodType<Body>
  readonly bodyUnder?: (settings: Settings) => ZodType<Body>
}

function read<Body>(
  { body: schema, bodyUnder }: Readable<Body>,
  body: unknown,
  settings: Settings,
  toIntent: (checked: Body) => Intent,
): Intent | readonly string[] {
  const checked = (bodyUnder?.(settings) ?? schema)?.safeParse(body)
  if (checked?.success) return toIntent(checked.data)
  return checked?.error.issues.map(({ message }) => message) ?? []
}
