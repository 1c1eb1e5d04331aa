/** Formats a number of things: `1 webhook`, `2 webhooks`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** Quotes a text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text)
}

/** Fills the holes of a text: `filled('is over {limit}', { limit: '5' })`. What fills one hole is not searched for others. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  const byName = new Map(Object.entries(values))
  return text.replaceAll(/\{(\w+)\}/g, (hole, name) => byName.get(name) ?? hole)
}
