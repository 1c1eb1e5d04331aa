export const keyForm = 'test_ and 1 to 250 visible ASCII characters'

/** Names every business in place of a key, where that is possible. */
export const everyBusiness = 'all'

/** An API key that can open a business (D2). */
export const testKey = /^test_[\x21-\x7e]{1,250}$/

/** A token for a header: servers trim spaces around a value, and accept at most 16 KB. */
export const accessToken = /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/

export const tokenProblem =
  'is nothing that a header can carry: write 1 to 1000 visible ASCII characters, spaces only between them'
