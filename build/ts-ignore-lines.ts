import type { Rolldown } from 'tsdown'

/**
 * Puts every `@ts-ignore` of the bundled types on its own line again. zod's types need it: a `@ts-ignore` is for the line
 * below, and the bundler joins the lines. Without this, users who check libraries get errors in our types.
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
