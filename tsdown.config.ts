import { defineConfig, type UserConfig } from 'tsdown'
import { thirdPartyLicenses } from './build/third-party-licenses.ts'

/** Pure JavaScript is bundled, so that a user installs one package with one native dependency. */
const common = {
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  sourcemap: false,
  report: false,
  deps: { neverBundle: ['better-sqlite3'], onlyBundle: false },
} satisfies UserConfig

export default defineConfig([
  {
    ...common,
    entry: { index: 'src/index.ts', cli: 'src/cli/main.ts', testing: 'src/testing/index.ts' },
    format: 'esm',
    dts: { entry: ['src/index.ts', 'src/testing/index.ts'] },
    plugins: [thirdPartyLicenses()],
  },
  {
    ...common,
    // A real CommonJS build, not a wrapper around import(): jest cannot import() from CommonJS.
    entry: { testing: 'src/testing/index.ts' },
    format: 'cjs',
    shims: true,
    dts: true,
    clean: false,
    checks: { legacyCjs: false },
  },
])
