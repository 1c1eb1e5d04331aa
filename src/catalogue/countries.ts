/** How a country writes its mobile numbers. */
export interface Country {
  /** ITU calling code, without plus; three digits for every country in the table. */
  readonly callingCode: string
  /** What is dialled before a national number inside the country; empty where numbers are dialled whole. */
  readonly trunkPrefix: '0' | ''
  /** How many digits a mobile number has without calling code and trunk prefix. */
  readonly mobileDigits: number
}

/**
 * The mobile numbering plans of the countries whose currencies spec 2.4 lists, by ISO 3166 code (D17). Only current plans:
 * CI has ten digits since 2021, BJ since 2024, GA eight after the zero since 2019. Source: libphonenumber's metadata,
 * against which a test holds every row.
 */
export const countries = {
  GH: { callingCode: '233', trunkPrefix: '0', mobileDigits: 9 },
  NG: { callingCode: '234', trunkPrefix: '0', mobileDigits: 10 },
  KE: { callingCode: '254', trunkPrefix: '0', mobileDigits: 9 },
  UG: { callingCode: '256', trunkPrefix: '0', mobileDigits: 9 },
  TZ: { callingCode: '255', trunkPrefix: '0', mobileDigits: 9 },
  ZM: { callingCode: '260', trunkPrefix: '0', mobileDigits: 9 },
  // XOF
  CI: { callingCode: '225', trunkPrefix: '', mobileDigits: 10 },
  SN: { callingCode: '221', trunkPrefix: '', mobileDigits: 9 },
  BJ: { callingCode: '229', trunkPrefix: '', mobileDigits: 10 },
  BF: { callingCode: '226', trunkPrefix: '', mobileDigits: 8 },
  ML: { callingCode: '223', trunkPrefix: '', mobileDigits: 8 },
  NE: { callingCode: '227', trunkPrefix: '', mobileDigits: 8 },
  TG: { callingCode: '228', trunkPrefix: '', mobileDigits: 8 },
  GW: { callingCode: '245', trunkPrefix: '', mobileDigits: 9 },
  // XAF
  CM: { callingCode: '237', trunkPrefix: '', mobileDigits: 9 },
  GA: { callingCode: '241', trunkPrefix: '0', mobileDigits: 8 },
  CG: { callingCode: '242', trunkPrefix: '', mobileDigits: 9 },
  TD: { callingCode: '235', trunkPrefix: '', mobileDigits: 8 },
  CF: { callingCode: '236', trunkPrefix: '', mobileDigits: 8 },
  GQ: { callingCode: '240', trunkPrefix: '', mobileDigits: 9 },
} satisfies Record<string, Country>

/** ISO 3166 code of a country in the table. */
export type CountryCode = keyof typeof countries

/** The countries that share a currency, the one first whose numbers bare local ones are unless a setting says otherwise (D17). */
export const currencyZones = {
  XOF: ['CI', 'SN', 'BJ', 'BF', 'ML', 'NE', 'TG', 'GW'],
  XAF: ['CM', 'GA', 'CG', 'TD', 'CF', 'GQ'],
} as const satisfies Record<string, readonly CountryCode[]>
