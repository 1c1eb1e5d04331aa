import { z } from 'zod'

/** A query that names parts of an answer, with commas between them; all of them by default. */
export function partsQuery<const Part extends string>(parts: readonly Part[]) {
  const known: readonly string[] = parts
  return z
    .string()
    .default(parts.join(','))
    .transform((text, context): readonly Part[] => {
      const names = text.split(',')
      const unknown = names.filter((name) => !known.includes(name))
      if (unknown.length === 0) return parts.filter((part) => names.includes(part))
      context.addIssue({
        code: 'custom',
        message: `${unknown.join(', ')} is not a part; write some of ${parts.join(', ')}`,
      })
      return z.NEVER
    })
    .describe(`The parts that are wanted, with commas between them: ${parts.join(', ')}.`)
}

/**
 * Makes the parts of an answer that its caller asked for. They have the type of the whole: a caller reads only what it has
 * asked for.
 */
export function onlyParts<Whole extends object, Part extends string>(
  make: Readonly<Record<Part, () => object>>,
  wanted: readonly Part[],
): Whole {
  return Object.assign({}, ...wanted.map((part) => make[part]())) as Whole
}
