import { type RuleRow, rule } from './rule-row.ts'

/** The rules that several text fields share, as D6 and D7 have them: X is what their messages call the field. */

export const absent = undefined
export const noText = [7, 0, true, false, [], ['a'], {}]
/** D11: NUL and half a surrogate pair. */
export const unsound = ['a\u0000', '\ud83d', '\udc00b']
/** D11: what references, names and numbers refuse too. */
export const unsoundLabel = [...unsound, 'a\nb', '\u001fa']

export function filledText(x: string): readonly RuleRow[] {
  return [
    rule(1, `${x} is required`, [absent, null], [1, 2, 3, 4], 'spec 7.3; D6, D7'),
    rule(2, `${x} must be a valid string`, noText, [2, 4], 'spec 7.3; D6, D7'),
    rule(2, `${x} must be a valid string`, unsound, [2], 'D11'),
    rule(3, `${x} cannot be empty`, [''], [3, 4], 'spec 7.3; D6, D7'),
    rule(4, `${x} must be at least 1 character long`, [''], [3, 4], 'spec 7.3; D6, D7'),
  ]
}

/** accountName, accountNumber and reference: white space only counts as empty. */
export function label(x: string): readonly RuleRow[] {
  return [
    rule(1, `${x} is required`, [absent, null], [1, 2, 3], 'spec 7.3; D6, D7'),
    rule(2, `${x} must be a valid string`, noText, [2], 'spec 7.3; D6, D7'),
    rule(2, `${x} must be a valid string`, unsoundLabel, [2], 'D11'),
    rule(3, `${x} cannot be empty`, ['', ' ', ' \u00a0\u3000 '], [3], 'spec 7.3; D6, D7'),
  ]
}

/** bank, senderName and otp: no rule of their own for what is empty. `refused` is the text that D11 refuses. */
export function namedText(x: string, refused: readonly string[]): readonly RuleRow[] {
  return [
    rule(1, `${x} is required`, [absent, null], [1, 2, 3], 'spec 7.3; D6, D7'),
    rule(2, `${x} must be a valid string`, noText, [2, 3], 'spec 7.3; D6, D7'),
    rule(2, `${x} must be a valid string`, refused, [2], 'D11'),
    rule(3, `${x} must be at least 1 character long`, [''], [3], 'spec 7.3; D6, D7'),
  ]
}

export function anyText(x: string, refused: readonly string[]): readonly RuleRow[] {
  return [
    rule(1, `${x} must be a valid string`, noText, [1], 'spec 7.3; D7'),
    rule(1, `${x} must be a valid string`, refused, [1], 'D11'),
  ]
}
