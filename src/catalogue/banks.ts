import type { CountryCode } from './countries.ts'

/** A bank a request can name by its code. */
export interface Bank {
  readonly name: string
  readonly country: CountryCode
}

/**
 * Nigeria's commercial and non-interest banks by the central bank's three-digit code, which is also the bank part of a
 * NUBAN (D30). Codes of banks that merged or lost their licence are left out.
 */
const nigerianBanks: ReadonlyMap<string, string> = new Map([
  ['011', 'First Bank of Nigeria'],
  ['023', 'Citibank Nigeria'],
  ['032', 'Union Bank of Nigeria'],
  ['033', 'United Bank for Africa'],
  ['035', 'Wema Bank'],
  ['044', 'Access Bank'],
  ['050', 'Ecobank Nigeria'],
  ['057', 'Zenith Bank'],
  ['058', 'Guaranty Trust Bank'],
  ['068', 'Standard Chartered Bank Nigeria'],
  ['070', 'Fidelity Bank'],
  ['076', 'Polaris Bank'],
  ['082', 'Keystone Bank'],
  ['100', 'SunTrust Bank Nigeria'],
  ['101', 'Providus Bank'],
  ['102', 'Titan Trust Bank'],
  ['103', 'Globus Bank'],
  ['104', 'Parallex Bank'],
  ['105', 'PremiumTrust Bank'],
  ['106', 'Signature Bank'],
  ['107', 'Optimus Bank'],
  ['214', 'First City Monument Bank'],
  ['215', 'Unity Bank'],
  ['221', 'Stanbic IBTC Bank'],
  ['232', 'Sterling Bank'],
  ['301', 'Jaiz Bank'],
  ['302', 'TAJBank'],
  ['303', 'Lotus Bank'],
])

/**
 * The 23 universal banks the Bank of Ghana's recapitalisation of 2019 left, under their present names, by a code of
 * letters (spec 4.4). No public register gives them one (the clearing house's codes have six digits): the codes are
 * chosen, each the bank's name or a usual abbreviation of it. The live service's own list may differ.
 */
const ghanaianBanks: ReadonlyMap<string, string> = new Map([
  ['ABS', 'Absa Bank Ghana'],
  ['ACC', 'Access Bank Ghana'],
  ['ADB', 'Agricultural Development Bank'],
  ['BOA', 'Bank of Africa Ghana'],
  ['CAL', 'CalBank'],
  ['CBG', 'Consolidated Bank Ghana'],
  ['ECO', 'Ecobank Ghana'],
  ['FAB', 'First Atlantic Bank'],
  ['FBL', 'Fidelity Bank Ghana'],
  ['FBN', 'FirstBank Ghana'],
  ['FNB', 'First National Bank Ghana'],
  ['GCB', 'GCB Bank'],
  ['GTB', 'Guaranty Trust Bank Ghana'],
  ['NIB', 'National Investment Bank'],
  ['OBS', 'OmniBSIC Bank Ghana'],
  ['PBL', 'Prudential Bank'],
  ['RBG', 'Republic Bank Ghana'],
  ['SBG', 'Stanbic Bank Ghana'],
  ['SCB', 'Standard Chartered Bank Ghana'],
  ['SGG', 'Societe Generale Ghana'],
  ['UBA', 'United Bank for Africa Ghana'],
  ['UMB', 'Universal Merchant Bank'],
  ['ZBG', 'Zenith Bank Ghana'],
])

/** The name a virtual account shows for a bank code: the Nigerian bank's, or `Sandbox Bank` for any other code (D30). */
export function bankName(code: string): string {
  return nigerianBanks.get(code) ?? 'Sandbox Bank'
}

/** The bank a code names: digits in Nigeria, letters in Ghana (spec 4.4); null for a code of neither table. */
export function bankOf(code: string): Bank | null {
  return banks.get(code) ?? null
}

const banks: ReadonlyMap<string, Bank> = new Map([...inCountry('NG', nigerianBanks), ...inCountry('GH', ghanaianBanks)])

function inCountry(country: CountryCode, names: ReadonlyMap<string, string>): [code: string, bank: Bank][] {
  return [...names].map(([code, name]) => [code, { name, country }])
}
