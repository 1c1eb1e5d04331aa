import type { Command } from 'commander'
import { meantInstead } from '../../domain/did-you-mean.ts'
import { type GuidePage, guidePages } from '../../guide-pages.ts'
import { UsageError } from '../exit.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { listOf } from '../terminal/table.ts'

interface GuideFlags {
  readonly json?: boolean
}

/** `payments-sandbox guide`: the pages of this version. */
export function addGuide(program: Command): void {
  program
    .command('guide [topic]')
    .description('Print a page of the documentation as Markdown. Without a topic: list the pages')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox guide webhooks')
    .action((topic: string | undefined, { json = false }: GuideFlags) => {
      const pages = guidePages()
      if (topic === undefined) {
        const titles = pages.map(({ name, title }) => ({ name, title }))
        const screen = screenOf(process.stdout)
        const columns = [{ cell: (one: GuidePage) => one.name }, { cell: (one: GuidePage) => one.title }]
        return void process.stdout.write(json ? jsonText(titles) : listOf(pages, columns, screen))
      }
      const page = pages.find(({ name }) => name === topic.replace(/^(?:\/_sandbox\/)?docs\/|\.md$/g, ''))
      if (page === undefined) {
        const names = pages.map(({ name }) => name)
        throw new UsageError(`guide ${topic}: there is no such page; ${meantInstead(topic, names)}`)
      }
      process.stdout.write(json ? jsonText(page) : page.markdown)
    })
}
