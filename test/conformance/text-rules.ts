import type { RuleRow } from './rule-row.ts'

/** The rules that several text fields share, as D6 and D7 have them: X is what their messages call the field. */

export const absent = undefined
export const noText = [7, 0, true, false, [], ['a'], {}]
/** D11: NUL and half a surrogate pair. */
export const unsound = ['a\u0000', '\ud83d', '\udc00b']
/** D11: what references, names and numbers refuse too. */
export const unsoundLabel = [...unsound, 'a\nb', '\u001fa']

export function filledText(x: string): readonly RuleRow[] {
  return [
    { rule: 1, message: `${x} is required`, broken: [absent, null], fails: [1, 2, 3, 4], source: 'spec 7.3; D6, D7' },
    { rule: 2, message: `${x} must be a valid string`, broken: noText, fails: [2, 4], source: 'spec 7.3; D6, D7' },
    { rule: 2, message: `${x} must be a valid string`, broken: unsound, fails: [2], source: 'D11' },
    { rule: 3, message: `${x} cannot be empty`, broken: [''], fails: [3, 4], source: 'spec 7.3; D6, D7' },
    {
      rule: 4,
      message: `${x} must be at least 1 character long`,
      broken: [''],
      fails: [3, 4],
      source: 'spec 7.3; D6, D7',
    },
  ]
}

/** accountName, accountNumber and reference: white space only counts as empty. */
export function label(x: string): readonly RuleRow[] {
  return [
    { rule: 1, message: `${x} is required`, broken: [absent, null], fails: [1, 2, 3], source: 'spec 7.3; D6, D7' },
    { rule: 2, message: `${x} must be a valid string`, broken: noText, fails: [2], source: 'spec 7.3; D6, D7' },
    { rule: 2, message: `${x} must be a valid string`, broken: unsoundLabel, fails: [2], source: 'D11' },
    {
      rule: 3,
      message: `${x} cannot be empty`,
      broken: ['', ' ', ' \u00a0\u3000 '],
      fails: [3],
      source: 'spec 7.3; D6, D7',
    },
  ]
}

/** bank, senderName and otp: no rule of their own for what is empty. `refused` is the text that D11 refuses. */
export function namedText(x: string, refused: readonly string[]): readonly RuleRow[] {
  return [
    { rule: 1, message: `${x} is required`, broken: [absent, null], fails: [1, 2, 3], source: 'spec 7.3; D6, D7' },
    { rule: 2, message: `${x} must be a valid string`, broken: noText, fails: [2, 3], source: 'spec 7.3; D6, D7' },
    { rule: 2, message: `${x} must be a valid string`, broken: refused, fails: [2], source: 'D11' },
    {
      rule: 3,
      message: `${x} must be at least 1 character long`,
      broken: [''],
      fails: [3],
      source: 'spec 7.3; D6, D7',
    },
  ]
}

export function anyText(x: string, refused: readonly string[]): readonly RuleRow[] {
  return [
    { rule: 1, message: `${x} must be a valid string`, broken: noText, fails: [1], source: 'spec 7.3; D7' },
    { rule: 1, message: `${x} must be a valid string`, broken: refused, fails: [1], source: 'D11' },
  ]
}
