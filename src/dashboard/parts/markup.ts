/** A text, or an element with its attributes and what is in it: a drawing that needs no browser. */
export type Markup = string | MarkupElement

export type MarkupElement = readonly [name: string, attributes: Attributes, ...within: Markup[]]

/** An attribute that is undefined is left out. */
type Attributes = Readonly<Record<string, string | number | undefined>>

/** Writes markup as SVG or HTML. Texts and values are escaped: nothing in them becomes an element or an attribute. */
export function markupText(markup: Markup): string {
  if (typeof markup === 'string') return escaped(markup)
  const [name, attributes, ...within] = markup
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const written = given.map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  return `<${name}${written.join('')}>${within.map(markupText).join('')}</${name}>`
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')
}
