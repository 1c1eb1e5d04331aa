/**
 * Returns a number without separators, as it is dialled: `+233241234567` for `+233 (24) 123-4567`. Marks and digits are read
 * as `plainDigits` reads them (D17).
 */
export function plainNumber(written: string): string {
  return alreadyPlain.test(written) ? written : plainDigits(written.replace(separators, ''))
}

/**
 * Returns a text without the invisible marks that come along when a number is copied from a page or an address book, and with
 * ASCII digits in place of all other decimal digits of Unicode (D17).
 */
export function plainDigits(written: string): string {
  const visible = written.replace(/\p{Cf}/gu, '')
  return visible.length > longest ? visible : visible.replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
}

const alreadyPlain = /^[+0-9]*$/
// Besides ASCII: the no-break spaces, the spaces and dashes of U+2000-2015, the minus sign and the ideographic space.
const separators = /[ .\-/()\u00a0\u2000-\u200a\u2010-\u2015\u202f\u2212\u3000]/g
/** In UTF-16 units: a longer text is no number in any script. */
const longest = 256

/** Unicode keeps the ten digits of a script together, in ascending order, so the digits before one count its value. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return String((code - first) % 10)
}
