/**
 * The account number of a bank, derived from ten digits: a NUBAN over the first nine where the bank's code has three
 * digits, else the ten digits themselves, which claim nothing (D30).
 */
export function accountNumberFor(bankCode: string, digits10: string): string {
  if (!/^\d{3}$/.test(bankCode)) return digits10
  const serial = digits10.slice(0, 9)
  return serial + checkDigit(bankCode + serial)
}

/** Source: the central bank's NUBAN standard of 2010. Its weights cover the bank's code and the serial. */
function checkDigit(digits: string): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits.charAt(index)), 0)
  return (10 - (sum % 10)) % 10
}

const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3] as const
