import type { Rolldown } from 'tsdown'

/** Bundles of two large packages only what is used of them: 0.5 MB less, and less to load. */
export function lighterPackages(): Rolldown.Plugin {
  const pool = '\0undici-pool'
  return {
    name: 'lighter-packages',
    resolveId: (id) => (id === 'undici' ? pool : null),
    load: (id) => (id === pool ? "export { default as Pool } from 'undici/lib/dispatcher/pool.js'" : null),
    transform: {
      filter: { id: /[\\/]@faker-js[\\/]faker[\\/]dist[\\/]/ },
      // Each language makes a generator of its own that falls back to English, which ours does not use.
      handler: (code) => code.replaceAll(/\bnew (?=\w+\()/g, '/* @__PURE__ */ new '),
    },
  }
}
