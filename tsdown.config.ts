import { defineConfig, type Rolldown } from 'tsdown'
import { compressReference } from './build/compress-reference.ts'
import { joinedChunks } from './build/joined-chunks.ts'
import { lighterPackages } from './build/lighter-packages.ts'
import { ownGlobals } from './build/own-globals.ts'
import { shippedDriver } from './build/shipped-driver.ts'
import { shippedFiles } from './build/shipped-files.ts'
import { shortLines } from './build/short-lines.ts'
import { thirdPartyLicenses } from './build/third-party-licenses.ts'
import { tsIgnoreLines } from './build/ts-ignore-lines.ts'

const importMetaUrl = "const importMetaUrl = require('node:url').pathToFileURL(__filename).href"

/** A merchant's bundler that writes an ES module leaves `__filename` and `require` out. The native driver cannot be bundled at all. */
const refuseEsModule = `if (typeof __filename === 'undefined')
throw new Error('a bundler has made this an ES module: mark payments-sandbox as external')
`

/** Our code and the bundled packages use globals when they are called, when a test may have replaced them. */
function withOwnGlobals(options: Rolldown.InputOptions): Rolldown.InputOptions {
  return { ...options, transform: { ...options.transform, inject: ownGlobals } }
}

/** Everything is bundled, so that a user installs one package without dependencies. */
const main = defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/cli/main.ts', testing: 'src/testing/index.ts' },
  // CommonJS only: jest loads nothing else, and every other program can load it.
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  sourcemap: false,
  report: false,
  // For the row package-size: white space, comments and long names are half of the program. Functions and classes keep theirs, for
  // readable stack traces.
  minify: { compress: true, mangle: { keepNames: true }, codegen: true },
  checks: { pluginTimings: false, legacyCjs: false },
  deps: { onlyBundle: false },
  // The bundler's own replacement breaks inside a function that declares a `require`.
  define: { 'import.meta.url': 'importMetaUrl' },
  inputOptions: (options, _format, { cjsDts }) => (cjsDts ? options : withOwnGlobals(options)),
  outputOptions: (options, _format, { cjsDts }) =>
    cjsDts
      ? { ...options, plugins: [tsIgnoreLines()] }
      : {
          ...options,
          codeSplitting: joinedChunks(),
          intro: ({ isEntry }) => (isEntry ? refuseEsModule : '') + importMetaUrl,
        },
  dts: { entry: ['src/index.ts', 'src/testing/index.ts'] },
  plugins: [shippedFiles(), shippedDriver(), lighterPackages(), thirdPartyLicenses(), shortLines()],
  // The licences of Swagger UI, which the reference page uses, stay readable.
  copy: ['swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'].map((name) => ({
    from: `node_modules/swagger-ui-dist/${name}`,
    to: 'dist/reference',
  })),
  hooks: { 'build:done': compressReference },
})

/** The fixtures for vitest, an ES module because vitest is one. They import the built test library. */
const fixtures = defineConfig({
  entry: { vitest: 'src/testing/vitest.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: true,
  report: false,
  clean: false,
  dts: true,
  deps: { neverBundle: ['vitest'] },
  inputOptions: withOwnGlobals,
  plugins: [
    {
      name: 'built-test-library',
      resolveId: {
        order: 'pre',
        handler: (source) => (source === './index.ts' ? { id: './testing.cjs', external: true } : null),
      },
    },
  ],
})

export default [main, fixtures]
