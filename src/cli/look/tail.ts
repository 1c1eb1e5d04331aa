import type { Command } from 'commander'
import { NotRunning } from '../../control-client/failure.ts'
import { sleep } from '../../time.ts'
import { addClientCommand, warnIfEmpty } from '../client/client-command.ts'
import { type ClientFlags, type CommandClient, clientOf } from '../client/client-options.ts'
import { type Happened, happenedIn, readEvents } from '../client/server-events.ts'
import { stopOnSignals } from '../run/signals.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { liveLines } from '../text/live-lines.ts'

/** How often a lost sandbox is tried again, in milliseconds. */
const againMs = 250

export function addTail(program: Command): void {
  addClientCommand(program, 'tail', 'tail --key test_shop')
    .description('Show calls, transactions and webhooks as they happen')
    .action(tail)
}

async function tail(flags: ClientFlags): Promise<void> {
  const client = clientOf(flags)
  const { key, url } = client
  const textOf = liveLines(() => screenOf(process.stdout), key)
  const lineOf = flags.json ? jsonText : (happened: Happened) => textOf(key, happened)
  stopOnSignals(async () => {}, flags.json)
  let stream = await open(client)
  process.stderr.write(`watching ${key} on ${url}\n`)
  await warnIfEmpty(flags)
  let lastId: string | undefined
  for (;;) {
    for await (const sent of readEvents(stream)) {
      lastId = sent.id ?? lastId
      if (sent.data !== undefined) process.stdout.write(lineOf(happenedIn(sent)))
    }
    process.stderr.write(`the sandbox at ${url} went away; waiting for it to come back\n`)
    stream = await openAgain(client, lastId)
    process.stderr.write('it is back\n')
  }
}

function open(client: CommandClient, lastId?: string): Promise<AsyncIterable<Uint8Array>> {
  return client.open('/_sandbox/events?requests=true', lastId === undefined ? {} : { 'last-event-id': lastId })
}

async function openAgain(client: CommandClient, lastId: string | undefined): Promise<AsyncIterable<Uint8Array>> {
  for (;;) {
    try {
      return await open(client, lastId)
    } catch (error) {
      if (!(error instanceof NotRunning)) throw error
      await sleep(againMs)
    }
  }
}
