/** Why a body is not a JSON object. */
export type NoObject =
  | { readonly is: 'encoded'; readonly encoding: string | null }
  | { readonly is: 'deep'; readonly levels: number }
  | { readonly is: 'other-value'; readonly value: string }
  | { readonly is: NoObjectCause }

export type NoObjectCause = keyof typeof sentences

/** Says why a body is not a JSON object, and what mends it (D5, D9). */
export function noObjectText(because: NoObject): string {
  switch (because.is) {
    case 'encoded':
      return `${because.encoding === null ? 'this Content-Encoding' : `Content-Encoding: ${because.encoding}`} is not read: send the body uncompressed, and leave the header out`
    case 'deep':
      return `the body nests deeper than ${because.levels} levels: send a flatter object`
    case 'other-value':
      return `the body is ${because.value === 'null' ? 'null' : `a ${because.value}`}: send a JSON object`
    default:
      return sentences[because.is]
  }
}

const sentences = {
  empty: 'the body is empty: send a JSON object, {} at least',
  gzip: 'the body is compressed with gzip: send it uncompressed',
  'byte-order-mark': 'the body begins with a byte order mark: encode it as UTF-8 without one',
  'utf-16': 'the body is UTF-16: encode it as UTF-8',
  'latin-1': 'the body is Latin-1 or Windows-1252: encode it as UTF-8',
  'not-utf-8': 'the body is not valid UTF-8: encode its text as UTF-8',
  'encoded-twice': 'the body is a JSON string that holds JSON: encode the object once, not twice',
  list: 'the body is a list: send the object alone, without brackets around it',
  'single-quote': `the body begins with a single quote, which a Windows shell keeps: put it in double quotes, with \\" for each inside, or send a file (curl --data @body.json)`,
  backslashes:
    'the body has backslashes before its quotes, which the shell kept: leave them out, or send a file (curl --data @body.json)',
  'single-quotes':
    'the texts in the body are in single quotes: JSON has double quotes only (JSON.stringify, json.dumps)',
  'typographic-quotes': 'the body has typographic quotes: write straight double quotes',
  'no-quotes': `the names in the body are not in double quotes, which a Windows shell takes away: write \\" for each, or send a file (curl --data @body.json)`,
  'not-a-number': 'the body holds NaN or Infinity, which JSON does not have: send a number, or leave the field out',
  'foreign-word': 'the body holds a word that JSON does not have: write null, true or false',
  'leading-zero': 'a number in the body begins with a zero: send account numbers and bank codes in quotes',
  'trailing-comma': 'the body has a comma before a closing bracket: leave it out',
  'cut-off': 'the body ends too early: send all of it, with a Content-Length in bytes, not in characters',
}
