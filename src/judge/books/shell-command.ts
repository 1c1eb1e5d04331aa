import { NotChecked } from './not-checked.ts'

export interface ShellCommand {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * A command in which a placeholder such as `{reference}` stands for a value. The shell reads the value from a variable, quoted for
 * its place, and never as a part of the command. Quotes inside the quotes of the shell are those of another language, such as SQL:
 * there quotes in the value are doubled. Throws a `NotChecked` for a value that cannot be written.
 */
export function shellCommand(template: string, name: string, value: string, isWindows: boolean): ShellCommand {
  const variable = `PROBE_${name.toUpperCase()}`
  const placeholder = `{${name}}`
  const env = { [variable]: value }
  if (isWindows) {
    // Its shell puts variables into the command as they are.
    if (template.includes(placeholder) && !/^[\w.:@+=,/-]*$/.test(value)) throw unwritable(value, variable)
    return { command: template.replaceAll(placeholder, value), env }
  }
  const places = placesIn(template, placeholder)
  if (value.includes('\\') && places.some(({ inner }) => inner !== null)) throw unwritable(value, variable)
  const [start = '', ...parts] = template.split(placeholder)
  const command = parts.reduce((text, part, index) => text + written(variable, places[index]) + part, start)
  return {
    command,
    env: { ...env, [`${variable}_1`]: value.replaceAll("'", "''"), [`${variable}_2`]: value.replaceAll('"', '""') },
  }
}

/** The quotes around a place: of the shell, and of another language inside them. */
interface Place {
  readonly outer: Quote | null
  readonly inner: Quote | null
}
type Quote = "'" | '"'

function written(variable: string, { outer, inner }: Place = { outer: null, inner: null }): string {
  const name = inner === null ? variable : `${variable}_${inner === "'" ? 1 : 2}`
  if (outer === '"') return `\${${name}}`
  return outer === "'" ? `'"$${name}"'` : `"$${name}"`
}

/** The position of each placeholder. A misread position is still safe: a shell never runs a variable's value. */
function placesIn(template: string, placeholder: string): readonly Place[] {
  const places: Place[] = []
  let outer: Quote | null = null
  let inner: Quote | null = null
  for (let at = 0; at < template.length; at++) {
    if (template.startsWith(placeholder, at)) places.push({ outer, inner })
    const isEscaped = outer !== "'" && template[at] === '\\'
    if (isEscaped) at++
    const quote = quoteIn(template[at])
    if (quote === null) continue
    if (outer === null && !isEscaped) outer = quote
    else if (outer === quote && !isEscaped) outer = inner = null
    else if (outer !== null) inner = inner === null ? quote : inner === quote ? null : inner
  }
  return places
}

function quoteIn(char: string | undefined): Quote | null {
  return char === "'" || char === '"' ? char : null
}

function unwritable(value: string, variable: string): NotChecked {
  return new NotChecked(
    `the probe's command cannot hold ${JSON.stringify(value)}: write a command that reads ${variable} from its environment`,
  )
}
