import type { Rolldown } from 'tsdown'

/** For the row package-size: bundles only the used parts of large packages, which saves 0.5 MB. */
export function lighterPackages(): Rolldown.Plugin {
  const pool = '\0undici-pool'
  // prom-client uses it for exemplars only, which we do not enable; bundled, its names collide with the bundler's own.
  const tracing = '\0no-tracing'
  // The validator of JSON Schemas is for tools declared by one; ours are declared by zod.
  const validator = '\0no-validator'
  return {
    name: 'lighter-packages',
    resolveId: (id) =>
      ({ undici: pool, '@opentelemetry/api': tracing, '@modelcontextprotocol/server/_shims': validator })[id] ?? null,
    load: (id) =>
      ({
        [pool]: "export { default as Pool } from 'undici/lib/dispatcher/pool.js'",
        [tracing]: 'export {}',
        [validator]: noValidator,
      })[id] ?? null,
    transform: {
      filter: { id: /[\\/]@faker-js[\\/]faker[\\/]dist[\\/]/ },
      // Each language creates a generator, which we do not use: ours has one language.
      handler: (code) => code.replaceAll(/\bnew (?=\w+\()/g, '/* @__PURE__ */ new '),
    },
  }
}

const noValidator = `export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('This program has no validator of JSON Schemas')
  }
}`
