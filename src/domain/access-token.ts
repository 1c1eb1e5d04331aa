/** A token that a header can carry: a server drops spaces around the value of a header, and takes no more than 16 KB. */
export const accessToken = /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/

export const tokenProblem =
  'is nothing that a header can carry: write 1 to 1000 visible ASCII characters, spaces only between them'
