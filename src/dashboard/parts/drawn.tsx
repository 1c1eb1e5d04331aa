import { type ComponentChild, h } from 'preact'
import type { Markup } from './markup.ts'

/** Shows markup on the page. */
export function Drawn({ markup }: { readonly markup: readonly Markup[] }) {
  return markup.map(shown)
}

function shown(markup: Markup): ComponentChild {
  if (typeof markup === 'string') return markup
  const [name, attributes, ...within] = markup
  return h(name, attributes, ...within.map(shown))
}
