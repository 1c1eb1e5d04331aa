/**
 * The account number of a bank, derived from ten digits: a NUBAN over the first nine where the bank's code has three
 * digits, else the ten digits themselves, which claim nothing (D30).
 */
export function accountNumberFor(bankCode: string, digits10: string): string {
  return isBankCode(bankCode) ? nubanOf(bankCode, digits10.slice(0, 9)) : digits10
}

/** The Nigerian uniform bank account number of a three-digit bank code and a nine-digit serial: ten digits. */
export function nubanOf(bankCode: string, serial: string): string {
  return serial + checkDigit(bankCode, serial)
}

/** True when the ten-digit account number carries the check digit of that bank; false for codes that are not three digits. */
export function isNuban(bankCode: string, accountNumber: string): boolean {
  if (!isBankCode(bankCode) || !/^\d{10}$/.test(accountNumber)) return false
  return accountNumber === nubanOf(bankCode, accountNumber.slice(0, 9))
}

/**
 * The check digit of a three-digit bank code and a nine-digit serial. Source: the central bank's NUBAN standard of 2010,
 * whose weights run over the code and the serial together.
 */
export function checkDigit(bankCode: string, serial: string): number {
  if (!isBankCode(bankCode) || !/^\d{9}$/.test(serial)) {
    throw new RangeError(`A NUBAN has a bank code of 3 digits and a serial of 9, not '${bankCode}' and '${serial}'`)
  }
  const digits = bankCode + serial
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits.charAt(index)), 0)
  return (10 - (sum % 10)) % 10
}

const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3] as const

function isBankCode(code: string): boolean {
  return /^\d{3}$/.test(code)
}
