/** A table of Markdown; cells are Markdown too. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A bar would end the cell, also in code. */
function cell(markdown: string): string {
  return markdown.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')
}

export function page(title: string, ...parts: readonly string[]): string {
  return `${[`# ${title}`, '<!-- Written by `npm run reference` from the code. Do not edit. -->', ...parts].join('\n\n')}\n`
}

export function code(text: unknown): string {
  return `\`${text}\``
}

export function codes(texts: readonly unknown[]): string {
  return texts.map(code).join(', ')
}

/** The sentences of a declaration as Markdown: what stands in code stays, flags become code, decisions lead to their page. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : proseOutsideCode(part)))
    .join('')
}

function proseOutsideCode(text: string): string {
  return text
    .replaceAll(/\{\w+\}|(?<![\w-])--[a-z][\w-]*/g, code)
    .replaceAll(/[<>*]/g, (mark) => ({ '<': '&lt;', '>': '&gt;', '*': '\\*' })[mark] ?? mark)
    .replaceAll(/\bD\d+\b/g, (decision) => `[${decision}](../fidelity.md#${decision.toLowerCase()})`)
}

/** The same as a sentence: with a capital and a full stop. */
export function sentence(text: string): string {
  const whole = /[.!?]$/.test(text) ? text : `${text}.`
  return prose(whole.charAt(0).toUpperCase() + whole.slice(1))
}
