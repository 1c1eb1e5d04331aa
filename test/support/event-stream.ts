import { request } from 'node:http'
import { onTestFinished } from 'vitest'
import { until } from './until.ts'

export interface Block {
  readonly comment?: string
  readonly retry?: string
  readonly id?: string
  readonly event?: string
  // biome-ignore lint/suspicious/noExplicitAny: tests compare whole data and reach into them freely
  readonly data?: any
}

export interface EventStream {
  readonly blocks: readonly Block[]
  arrived(count: number): Promise<readonly Block[]>
  block(which: (block: Block) => boolean): Promise<Block>
  pause(): void
  resume(): void
  close(): void
  /** True once the sandbox has ended the stream. */
  readonly isOver: boolean
}

export async function openEvents(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const blocks: Block[] = []
  let isOver = false
  let text = ''
  const outgoing = request(new URL(path, url), { headers, agent: false })
  const incoming = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
    outgoing.end()
  })
  outgoing.on('error', () => {})
  incoming.on('error', () => {})
  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (text + chunk).split('\n\n')
    text = parts.pop() ?? ''
    blocks.push(...parts.map(blockOf))
  })
  incoming.on('close', () => {
    isOver = true
  })
  const close = () => void outgoing.destroy()
  onTestFinished(close)
  const events = () => blocks.filter(({ event }) => event !== undefined)
  const seen = () => JSON.stringify(blocks.slice(-3))
  const stream: EventStream = {
    blocks,
    close,
    get isOver() {
      return isOver
    },
    pause: () => void incoming.pause(),
    resume: () => void incoming.resume(),
    arrived: (count) =>
      until(
        () => `${count} events, ${events().length} came: ${seen()}`,
        () => events().length >= count && events(),
      ),
    block: (which) =>
      until(
        () => `a block, ${seen()} came`,
        () => blocks.find(which),
      ),
  }
  await stream.block(({ comment }) => comment === 'connected')
  return stream
}

function blockOf(text: string): Block {
  const fields = text.split('\n').map((line) => {
    const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? []
    return [name === '' ? 'comment' : name, name === 'data' ? JSON.parse(value) : value]
  })
  return Object.fromEntries(fields)
}
