import { currencyCodes } from '../../catalogue/currencies.ts'
import { codesIn, networks } from '../../catalogue/networks.ts'
import { isResultName } from '../../catalogue/results.ts'
import { formatDuration, parseDuration } from '../../domain/duration.ts'
import { isObject } from '../../domain/json.ts'
import { builtInResult } from '../../domain/result.ts'
import type { Settings } from '../../domain/settings.ts'
import { usualOtp } from '../../scenarios/language/otp.ts'
import { isAbout } from '../read/near-times.ts'

/** A setting that one recorded value names: how it is now, and how it is written. */
export interface PlainRow {
  /** What the settings say now about a part, in the form in which a recording names it. */
  now(settings: Settings, part: string): unknown
  /** Default: both are equal. */
  agree?(one: unknown, other: unknown): boolean
  /** Returns the values to write, by their names below the setting, from the parts that are clear. */
  written(parts: Parts, settings: Settings): Readonly<Record<string, unknown>>
}

type Parts = ReadonlyMap<string, unknown>

/** What the written configuration has for a secret that no recording shows. */
export const placeholder = 'put-the-secret-of-your-webhooks-here'

function same(name: keyof Settings): PlainRow {
  return { now: (settings) => settings[name], written: (parts) => ({ '': parts.get('') }) }
}

function duration(name: 'timeout' | 'accountLifetime'): PlainRow {
  return { ...same(name), agree: isNear }
}

function isNear(one: unknown, other: unknown): boolean {
  return isAbout(parseDuration(String(one)), parseDuration(String(other)))
}

/** A value for create answers, and one for webhooks and status queries; `as-shown` is the usual two. */
function twoForms(name: 'amounts' | 'customerNumbers', create: string, final: string): PlainRow {
  const now = (settings: Settings, part: string) => {
    const value = settings[name]
    const isCreate = part === 'create'
    if (value === 'as-shown') return isCreate ? create : final
    return value === 'swapped' ? (isCreate ? final : create) : value
  }
  return {
    now,
    written(parts, settings) {
      const [one, other] = ['create', 'final'].map((part) => parts.get(part) ?? now(settings, part))
      return { '': one === other ? one : one === create ? 'as-shown' : 'swapped' }
    },
  }
}

/** A list with what is on it: the parts that are, and the ones of now that no recording shows. */
function list(on: (settings: Settings) => readonly string[], all: readonly string[]): PlainRow {
  return {
    now: (settings, part) => on(settings).includes(part),
    written(parts, settings) {
      const isOn = (name: string) => parts.get(name) ?? on(settings).includes(name)
      return { '': [...new Set([...all, ...on(settings), ...parts.keys()])].filter(isOn) }
    },
  }
}

const networkCodes = networks.map(({ code }) => code)

const results: PlainRow = {
  now: ({ results: own }, name) => ({ ...(isResultName(name) ? wordsOf(name) : null), ...own[name] }),
  agree: (recorded, own) =>
    isObject(recorded) && isObject(own) && Object.keys(recorded).every((word) => recorded[word] === own[word]),
  /** Of a built-in result only what differs. */
  written: (parts) =>
    Object.fromEntries(
      [...parts].map(([name, value]) => {
        const builtIn: Readonly<Record<string, unknown>> = isResultName(name) ? wordsOf(name) : {}
        const words = isObject(value) ? Object.entries(value).filter(([word, text]) => builtIn[word] !== text) : []
        return [name, Object.fromEntries(words)]
      }),
    ),
}

function wordsOf(name: Parameters<typeof builtInResult>[0]) {
  const { name: _name, ...words } = builtInResult(name)
  return words
}

export const plainSettings = {
  createdStatus: same('createdStatus'),
  amounts: twoForms('amounts', 'number', 'string'),
  amountPlaces: same('amountPlaces'),
  customerNumbers: twoForms('customerNumbers', 'international', 'local'),
  validationShape: same('validationShape'),
  bearFee: same('bearFee'),
  signatureHeader: { ...same('signatureHeader'), now: ({ signatureHeader }) => signatureHeader.toLowerCase() },
  webhookSecret: {
    now: ({ webhookSecret }) => (webhookSecret === null ? 'key' : 'other'),
    written: (parts) => ({ '': parts.get('') === 'key' ? null : placeholder }),
  },
  timeout: duration('timeout'),
  accountLifetime: duration('accountLifetime'),
  partialPayments: same('partialPayments'),
  lateTransfers: same('lateTransfers'),
  smsOtp: list(({ smsOtp }) => (smsOtp === true ? codesIn('GH') : smsOtp), networkCodes),
  networkMismatch: same('networkMismatch'),
  strictTestAccounts: same('strictTestAccounts'),
  currencies: list(({ currencies }) => currencies, currencyCodes),
  networks: list((settings) => settings.networks ?? networkCodes, networkCodes),
  homeCountries: {
    now: ({ homeCountries }, currency) => homeCountries[currency as keyof typeof homeCountries],
    written: (parts) => Object.fromEntries(parts),
  },
  results,
  /** Not a setting: how long an OTP lives (D26). */
  otpLifetime: { now: () => formatDuration(usualOtp.expiresMs), agree: isNear, written: () => ({}) },
} as const satisfies Readonly<Record<string, PlainRow>>

export type PlainSetting = keyof typeof plainSettings

export function plainRow(setting: PlainSetting): PlainRow {
  return plainSettings[setting]
}
