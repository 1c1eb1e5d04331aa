import { basename } from 'node:path'
import { withValues } from '../../yaml/with-values.ts'
import type { Comparison } from './compare.ts'

/** Returns the text of a config file with the settings that a recording shows, each with how often it was seen. */
export function settledText(
  text: string,
  { settings, files }: Pick<Comparison, 'settings' | 'files'>,
): Promise<string> {
  const where = files.map((file) => basename(file)).join(', ')
  return withValues(
    text,
    settings.map(({ path, value, seen }) => ({ path, value, comment: `${seen} of ${seen} in ${where}` })),
  )
}
