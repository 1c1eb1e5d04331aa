import type { ZodType } from 'zod'
import { convert, type Rates } from '../domain/rates.ts'
import type { Settings } from '../domain/settings.ts'
import type { BeginRequest } from '../engine/begin/begin.ts'
import { admitCollection, admitPayout, admitVirtualAccount } from './admission.ts'
import { payBank } from './bank-payout/pay.ts'
import { toIntent as bankPayout } from './bank-payout/request.ts'
import { destinationOf } from './first-recipient.ts'
import { collectMobileMoney } from './mobile-money/collect.ts'
import { toIntent as mobileMoney } from './mobile-money/request.ts'
import { payMobileMoney } from './mobile-money-payout/pay.ts'
import { toIntent as mobileMoneyPayout } from './mobile-money-payout/request.ts'
import { generateVirtualAccount } from './virtual-account/generate.ts'
import { toIntent as virtualAccount } from './virtual-account/request.ts'

/** A create request that keeps the field rules, and the business rules that judge it next. */
export type CreateRequest = Pick<BeginRequest, 'intent' | 'admit'>

/** What a create request asks for; the messages of the rules it breaks; or null where the path is no create call. */
export type ReadCreate = (path: string, body: unknown, settings: Settings) => CreateRequest | readonly string[] | null

/** Reads create requests as their endpoints do, without storing anything. */
export function createReadCreate(rates: Rates): ReadCreate {
  return (path, body, settings) => {
    switch (path) {
      case collectMobileMoney.path:
        return read(collectMobileMoney, body, settings, (checked) => ({
          intent: mobileMoney(checked, settings.homeCountries),
          admit: admitCollection,
        }))
      case generateVirtualAccount.path:
        return read(generateVirtualAccount, body, settings, (checked) => ({
          intent: virtualAccount(checked),
          admit: admitVirtualAccount,
        }))
      case payBank.path:
        return read(payBank, body, settings, (checked) => ({
          intent: bankPayout(checked, convert(rates, checked.recipients[0], destinationOf(checked))),
          admit: admitPayout(checked.recipients.length),
        }))
      case payMobileMoney.path:
        return read(payMobileMoney, body, settings, (checked) => {
          const conversion = convert(rates, checked.recipients[0], destinationOf(checked))
          const intent = mobileMoneyPayout(checked, conversion, settings.homeCountries)
          return { intent, admit: admitPayout(checked.recipients.length) }
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
  toRequest: (checked: Body) => CreateRequest,
): CreateRequest | readonly string[] {
  const checked = (bodyUnder?.(settings) ?? schema)?.safeParse(body)
  if (checked?.success) return toRequest(checked.data)
  return checked?.error.issues.map(({ message }) => message) ?? []
}
