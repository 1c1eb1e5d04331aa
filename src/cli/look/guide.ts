import type { Command } from 'commander'
import { type GuidePage, guidePages } from '../../guide-pages.ts'
import { print } from '../client/client-command.ts'
import { UsageError } from '../exit.ts'
import { nearest } from '../mistyped.ts'
import { type ListColumn, listOf } from '../terminal/table.ts'
import { exampleText } from '../text/example-text.ts'

export function addGuide(program: Command): void {
  program
    .command('guide [topic]')
    .description('Print a page of the documentation as Markdown. Without a topic: list the pages')
    .option('--json', 'print it as JSON')
    .addHelpText('after', exampleText('guide webhooks'))
    .action(guide)
}

function guide(topic: string | undefined, flags: { readonly json?: boolean }): void {
  const pages = guidePages()
  if (topic !== undefined) print(pageNamed(topic, pages), flags, (_page, _screen, { markdown }) => markdown)
  else print(pages.map(titleOf), flags, (titles, screen) => listOf(titles, columns, screen))
}

function titleOf({ name, title }: GuidePage) {
  return { name, title }
}

const columns: readonly ListColumn<ReturnType<typeof titleOf>>[] = [
  { cell: ({ name }) => name },
  { cell: ({ title }) => title },
]

function pageNamed(topic: string, pages: readonly GuidePage[]): GuidePage {
  const page = pages.find(({ name }) => name === topic.replace(/^(?:\/_sandbox\/)?docs\/|\.md$/g, ''))
  if (page !== undefined) return page
  const names = pages.map(({ name }) => name)
  const meant = nearest(topic, names)
  const instead = meant === undefined ? `write one of ${names.join(', ')}` : `did you mean ${meant}?`
  throw new UsageError(`guide ${topic}: there is no such page; ${instead}`)
}
