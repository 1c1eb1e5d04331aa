import { defineConfig, type UserConfig } from 'tsdown'
import { shippedFiles } from './build/shipped-files.ts'
import { thirdPartyLicenses } from './build/third-party-licenses.ts'
import { tsIgnoreLines } from './build/ts-ignore-lines.ts'

/** Pure JavaScript is bundled, so that a user installs one package with one native dependency. */
const common = {
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  sourcemap: false,
  report: false,
  checks: { pluginTimings: false },
  deps: { neverBundle: ['better-sqlite3'], onlyBundle: false },
} satisfies UserConfig

export default defineConfig([
  {
    ...common,
    entry: { index: 'src/index.ts', cli: 'src/cli/main.ts', testing: 'src/testing/index.ts' },
    format: 'esm',
    // What several chunks of the logger share stands apart: within an entry they would ask for it before it is there.
    outputOptions: {
      codeSplitting: { groups: [{ name: 'logging', test: /node_modules\/(?:atomic-sleep|on-exit-leak-free)\// }] },
    },
    dts: { entry: ['src/index.ts', 'src/testing/index.ts'] },
    plugins: [shippedFiles(), thirdPartyLicenses(), tsIgnoreLines()],
    // The reference page and Swagger UI, which it shows the API with: served as they are.
    copy: [
      { from: 'src/control/about/reference/*', to: 'dist/reference' },
      {
        from: ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'].map(
          (name) => `node_modules/swagger-ui-dist/${name}`,
        ),
        to: 'dist/reference',
      },
    ],
  },
  {
    ...common,
    // A real CommonJS build, not a wrapper around import(): jest cannot import() from CommonJS.
    entry: { testing: 'src/testing/index.ts' },
    format: 'cjs',
    plugins: [shippedFiles()],
    // Named here, because the bundler's own replacement breaks inside a function that declares a `require`.
    define: { 'import.meta.url': 'importMetaUrl' },
    outputOptions: (options, _format, { cjsDts }) =>
      cjsDts
        ? { ...options, plugins: [tsIgnoreLines()] }
        : { ...options, intro: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href" },
    dts: true,
    clean: false,
    checks: { ...common.checks, legacyCjs: false },
  },
])
