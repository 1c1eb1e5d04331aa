import { defineConfig, type Plugin } from 'vite'
import { compressPage } from './build/compress-page.ts'
import { thirdPartyLicenses } from './build/third-party-licenses.ts'

/** Leaves out what loads the styles of a part that is imported later: the page has one stylesheet. */
const plainImports = (): Plugin => ({
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
})

/** The page for browsers, built into the package: the sandbox serves it at `/_sandbox/`. */
export default defineConfig({
  root: 'src/dashboard',
  base: '/_sandbox/page/',
  // The package has only imported files.
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/page',
    emptyOutDir: true,
    assetsDir: '',
    target: ['es2023', 'chrome123', 'firefox120', 'safari17.5'],
    modulePreload: false,
    // The icon keeps its name, because it does not change with the page.
    rolldownOptions: {
      output: {
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.svg') ? '[name][extname]' : '[name]-[hash][extname]',
      },
    },
    // The page's policy allows data addresses for images only.
    assetsInlineLimit: 0,
    // One stylesheet: split, the whole of it is larger.
    cssCodeSplit: false,
  },
  plugins: [plainImports(), thirdPartyLicenses(), compressPage()],
})
