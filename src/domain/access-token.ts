/** A token for a header: servers trim spaces around a value, and accept at most 16 KB. */
export const accessToken = /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/

export const tokenProblem =
  'is nothing that a header can carry: write 1 to 1000 visible ASCII characters, spaces only between them'
