import { basename } from 'node:path'
import { withValues } from '../../yaml/with-values.ts'
import type { Compared } from './compare.ts'
import type { Settling } from './settle.ts'

/** Returns the text of a config file with the settings that a recording asks for, each with how often it was seen. */
export function settledText(
  text: string,
  { settlings, files }: Pick<Compared, 'settlings' | 'files'>,
): Promise<string> {
  const where = files.map((file) => basename(file)).join(', ')
  return withValues(
    text,
    settlings.flatMap((one) => additionsOf(one, where)),
  )
}

/** Rates are added one by one: a file can have others. */
function additionsOf({ path, value, seen, of }: Settling, where: string) {
  const comment = `${seen} of ${of} in ${where}`
  if (path[0] !== 'rates' || typeof value !== 'object' || value === null) return [{ path, value, comment }]
  return Object.entries(value).map(([code, rate]) => ({ path: ['rates', code], value: rate, comment }))
}
