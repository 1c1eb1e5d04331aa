import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { guidePages, llmsText } from '../../src/guide-pages.ts'
import { checkSite } from './check-site.ts'

const docs = join(import.meta.dirname, '..')

/** The pages in the order in which a reader needs them, by group. */
const groups: Readonly<Record<string, readonly (readonly [page: string, title: string])[]>> = {
  Begin: [
    ['start', 'Start'],
    ['first-integration', 'Your first integration'],
  ],
  Guide: [
    ['scenarios', 'Scenarios'],
    ['situations', 'What your code must survive'],
    ['reference/magic-numbers', 'Magic numbers'],
    ['time', 'Time'],
    ['webhooks', 'Webhooks and signatures'],
    ['verify-signatures', 'Verify signatures: code to copy'],
    ['phones-and-accounts', 'Phones, OTP, virtual accounts'],
  ],
  'Use it': [
    ['cli', 'On the command line'],
    ['testing', 'In your tests'],
    ['http', 'From any language'],
    ['base-url', 'When the base URL cannot be set'],
    ['ci', 'In CI'],
    ['find-the-bug', 'Find the bug'],
    ['audit', 'Audit a running shop'],
    ['containers', 'With containers'],
    ['shared', 'A shared sandbox'],
    ['compare', 'Record and compare'],
    ['going-live', 'From the sandbox to live'],
    ['troubleshooting', 'Troubleshooting'],
  ],
  Reference: [
    ['reference/cli', 'Commands'],
    ['reference/settings', 'Settings'],
    ['reference/control-api', 'Control API'],
    ['reference/scenario-keys', 'Scenario keys'],
    ['reference/test-library', 'Test library'],
    ['reference/networks', 'Networks'],
    ['reference/banks', 'Banks'],
    ['reference/currencies', 'Currencies'],
    ['reference/results', 'Results'],
  ],
  About: [
    ['glossary', 'Glossary'],
    ['fidelity', 'Fidelity'],
    ['conformance', 'Conformance'],
    ['proof', 'Proof'],
    ['proof-found', 'What earlier runs found'],
    ['architecture', 'Architecture'],
  ],
}

const sidebar = Object.entries(groups).map(([text, pages]) => ({
  text,
  items: pages
    .filter(([page]) => existsSync(join(docs, `${page}.md`)))
    .map(([page, title]) => ({ text: title, link: `/${page}` })),
}))

/** The icon of the sandbox's page, inlined: it needs no address, so the site can have any base. */
const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(docs, '..', 'src', 'dashboard', 'icon.svg'), 'utf8'))}`

/** The site works without another host: this has the browser refuse every request to one. */
const ownHostOnly = "default-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:"

export default {
  title: 'payments-sandbox',
  description: 'The test mode of a payments service, on your own machine.',
  lang: 'en',
  head: [
    ['meta', { 'http-equiv': 'Content-Security-Policy', content: ownHostOnly }],
    ['link', { rel: 'icon', type: 'image/svg+xml', href: icon }],
    ['style', {}, readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')],
  ],
  // Braces stand for what a reader fills in, such as `{id}`, and are not attributes.
  markdown: { anchor: { slugify: anchorOf }, attrs: false },
  themeConfig: { logo: icon, sidebar, search: { provider: 'local' }, outline: [2, 3], externalLinkIcon: true },
  buildEnd({ outDir }: { readonly outDir: string }) {
    copyFileSync(join(docs, 'openapi.json'), join(outDir, 'openapi.json'))
    writeMarkdown(outDir)
    checkSite(outDir)
  },
}

/** The pages as Markdown beside the site's, and llms.txt, which lists them. */
function writeMarkdown(outDir: string): void {
  const pages = guidePages()
  for (const { name, markdown } of pages) {
    const file = join(outDir, `${name}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, markdown)
  }
  writeFileSync(join(outDir, 'llms.txt'), llmsText(pages, ''))
}

/** The anchor of a heading as repository pages make it, so that one link works in both. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d\s_-]/gu, '')
    .replaceAll(' ', '-')
}
