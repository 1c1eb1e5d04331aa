import { readFileSync } from 'node:fs'
import { sleep } from '../../time.ts'
import { nextCommand } from '../client/next-command.ts'

const lookMs = 500

/** Says on the terminal, once, that the process that started this one has gone: a killed npx leaves its command running. */
export async function reportLostStarter(url: string): Promise<void> {
  const before = starters()
  while (starters() === before) await sleep(lookMs)
  const stop = nextCommand({ url }, { do: 'stop' })
  process.stderr.write(`what started this sandbox has gone; it still runs at ${url}: ${stop} ends it\n`)
}

/**
 * The parent, and the process above it if the parent is a shell for this one command, as between npx and its command. Only
 * Linux shows it; the shells of other systems become this process.
 */
function starters(): string {
  const parent = String(process.ppid)
  try {
    const [shell = '', option] = readFileSync(`/proc/${parent}/cmdline`, 'latin1').split('\0')
    if (!/(?:^|\/)(?:ba|da|z)?sh$/.test(shell) || option !== '-c') return parent
    const [, above = ''] = /\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'latin1')) ?? []
    return `${parent} ${above}`
  } catch {
    return parent
  }
}
