/** Formats a number of things: `1 webhook`, `2 webhooks`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** Characters that a terminal obeys or draws in reverse: C0, DEL, C1, line separators, bidi controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu

/** What the log of a CI service obeys at the start of a line: `::error::…`, `##[command]…`. */
const logCommand = /(?<=^\s*)(?::(?=:[a-z][a-z-]*(?: |::))|#(?=#(?:vso)?\[))/u

/** Foreign text on one line: what controls a terminal, or the log of a CI service, is shown with escapes such as \u001b. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, escaped).replace(logCommand, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Quotes a text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text)
}

/**
 * A live key, its underscore perhaps escaped as in addresses or JSON; not one that was taken away already. Rather too much
 * is taken away than too little (D2).
 */
export const liveKey = /live(?:_|%5f|\\u005f)(?!\.\.\.)[\w%\\-]*/gi

export function withoutLiveKeys(text: string): string {
  return text.replaceAll(liveKey, 'live_...')
}

/** Fills the holes of a text: `filled('is over {limit}', { limit: '5' })`. What fills one hole is not searched for others. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  const byName = new Map(Object.entries(values))
  return text.replaceAll(/\{(\w+)\}/g, (hole, name) => byName.get(name) ?? hole)
}
