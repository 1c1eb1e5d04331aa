import { NotChecked } from './not-checked.ts'

export interface ShellCommand {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
}

/** What stands for the placeholders of a command, such as `reference`. */
export type Values = Readonly<Record<string, string>>

/**
 * A command in which placeholders such as `{reference}` stand for values. The shell reads a value from a variable, quoted for
 * its place, and never as a part of the command. Quotes inside the quotes of the shell are those of another language, such as SQL:
 * there quotes in the value are doubled. Throws a `NotChecked` for a value that cannot be written.
 */
export function shellCommand(template: string, values: Values, isWindows: boolean): ShellCommand {
  const env = Object.fromEntries(Object.entries(values).flatMap(([name, value]) => variablesOf(name, value)))
  const places = placesIn(template, values)
  // The shell of Windows puts variables into the command as they are.
  const unwritable = places.find(({ value, inner }) =>
    isWindows ? !/^[\w.:@+=,/-]*$/.test(value) : inner !== null && value.includes('\\'),
  )
  if (unwritable) throw notWritable(unwritable)
  let command = ''
  let end = 0
  for (const place of places) {
    command += template.slice(end, place.at) + (isWindows ? place.value : written(place))
    end = place.at + place.name.length + '{}'.length
  }
  return { command: command + template.slice(end), env }
}

/** Values of the variables that a command names as `{env:NAME}`. */
export function environmentIn(template: string, environment: NodeJS.ProcessEnv): Values {
  const names = [...template.matchAll(/\{(env:(\w+))\}/g)]
  return Object.fromEntries(names.map(([, name = '', variable = '']) => [name, environment[variable] ?? '']))
}

/** The quotes around a place: of the shell, and of another language inside them. */
interface Place {
  readonly at: number
  readonly name: string
  readonly value: string
  readonly outer: Quote | null
  readonly inner: Quote | null
}
type Quote = "'" | '"'

function written({ name, outer, inner }: Place): string {
  const variable = inner === null ? variableOf(name) : `${variableOf(name)}_${inner === "'" ? 1 : 2}`
  if (outer === '"') return `\${${variable}}`
  return outer === "'" ? `'"$${variable}"'` : `"$${variable}"`
}

function variableOf(name: string): string {
  return `PROBE_${name.replace(':', '_').toUpperCase()}`
}

/** The variables that have a value: as it is, and with either quote doubled. */
function variablesOf(name: string, value: string): readonly (readonly [string, string])[] {
  const variable = variableOf(name)
  return [
    [variable, value],
    [`${variable}_1`, value.replaceAll("'", "''")],
    [`${variable}_2`, value.replaceAll('"', '""')],
  ]
}

/** Where the placeholders are. A misread position is still safe: a shell never runs a variable's value. */
function placesIn(template: string, values: Values): readonly Place[] {
  const places: Place[] = []
  let outer: Quote | null = null
  let inner: Quote | null = null
  for (let at = 0; at < template.length; at++) {
    const found = Object.entries(values).find(([name]) => template.startsWith(`{${name}}`, at))
    if (found) places.push({ at, name: found[0], value: found[1], outer, inner })
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

function notWritable({ name, value }: Place): NotChecked {
  return new NotChecked(
    `the command cannot hold ${JSON.stringify(value)}: write a command that reads ${variableOf(name)} from its environment`,
  )
}
