import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

export interface GuidePage {
  /** Its path in docs without the ending: `webhooks`, `reference/cli`. */
  readonly name: string
  readonly title: string
  readonly markdown: string
}

/** The pages of the documentation in this package, by name. */
export function guidePages(): readonly GuidePage[] {
  const docs = join(packageRoot(), 'docs')
  return readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md') && !file.startsWith('.'))
    .sort()
    .map((file) => {
      const markdown = readFileSync(join(docs, file), 'utf8')
      return { name: file.replace(/\.md$/, ''), title: /^# (.+)$/m.exec(markdown)?.[1] ?? file, markdown }
    })
}

/** The llms.txt of these pages (https://llmstxt.org); `folder` is their path from it. */
export function llmsText(pages: readonly GuidePage[], folder: string): string {
  const links = pages.map(({ name, title }) => `- [${title}](${folder}${name}.md)\n`)
  return `# payments-sandbox

> The test mode of a payments service on your own machine: every failure on demand, time under your control, webhooks that reach localhost.

Begin with \`start\`, \`testing\` and \`find-the-bug\`. \`payments-sandbox guide TOPIC\` prints the same pages.

## Pages

${links.join('')}`
}
