import type { Rolldown } from 'tsdown'

/**
 * Gives every `@ts-ignore` of the bundled types its own line again. zod's types rely on it (it counts for the line
 * below), and bundling draws the lines together: without this a user who checks libraries sees errors in our types.
 */
export function tsIgnoreLines(): Rolldown.Plugin {
  return {
    name: 'ts-ignore-lines',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !/\.d\.[cm]?ts$/.test(file.fileName)) continue
          file.code = file.code.replace(/\/\*\* @ts-ignore[^*]*\*\/(?!\n)/g, '\n$&\n')
        }
      },
    },
  }
}
