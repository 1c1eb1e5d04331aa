/**
 * Nigeria's commercial and non-interest banks by the central bank's three-digit code, which is also the bank part of a
 * NUBAN (D30). Codes of banks that merged or lost their licence are left out.
 */
export const nigerianBanks: ReadonlyMap<string, string> = new Map([
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

/** Returns the bank name of a virtual account: the Nigerian bank, or `Sandbox Bank` for other codes (D30). */
export function bankName(code: string): string {
  return knownBank(code) ?? 'Sandbox Bank'
}

/** Returns the name of a bank, or null if no table has the code. */
export function knownBank(code: string): string | null {
  return nigerianBanks.get(code) ?? null
}

/** Returns what helps the developer whose Nigerian bank code lost the zero that it begins with (D5), or null. */
export function bankHint(code: string): string | null {
  if (!/^\d{1,2}$/.test(code)) return null
  const meant = code.padStart(3, '0')
  const name = knownBank(meant)
  return name && `no Nigerian bank has the code ${code}: did you mean ${name}, ${meant}?`
}
