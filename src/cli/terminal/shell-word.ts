/** A text as one word of a shell, in quotes whatever it is. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The same, without quotes where no shell sees more than letters. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text)
}
