import type { Command } from 'commander'
import { NotRunning } from '../../control-client/failure.ts'
import type { ControlClient } from '../../control-client.ts'
import { sleep } from '../../time.ts'
import { addClientCommand, type DrivingFlags, warnIfEmpty } from '../client/client-command.ts'
import { clientOf, keyOf, urlOf } from '../client/client-options.ts'
import { happenedIn, untilItBreaks } from '../client/server-events.ts'
import { stopOnSignals } from '../run/signals.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import type { Happened } from '../text/happened.ts'
import { liveLines } from '../text/live-lines.ts'

/** How long to wait between looking whether a sandbox that went away is back, in milliseconds. */
const againMs = 250

export function addTail(program: Command): void {
  addClientCommand(
    program,
    'tail',
    'Show calls, transactions and webhooks as they happen',
    'tail --key test_shop',
  ).action(tail)
}

async function tail(flags: DrivingFlags): Promise<void> {
  const client = clientOf(flags)
  const textOf = liveLines(() => screenOf(process.stdout), keyOf(flags))
  const lineOf = flags.json ? jsonText : (happened: Happened) => textOf(keyOf(flags), happened)
  stopOnSignals(async () => {}, flags.json)
  let stream = await open(client)
  process.stderr.write(`watching ${keyOf(flags)} on ${urlOf(flags)}\n`)
  await warnIfEmpty(flags)
  let lastId: string | undefined
  for (;;) {
    for await (const sent of untilItBreaks(stream)) {
      lastId = sent.id ?? lastId
      if (sent.data !== undefined) process.stdout.write(lineOf(happenedIn(sent)))
    }
    process.stderr.write(`the sandbox at ${urlOf(flags)} went away; waiting for it to come back\n`)
    stream = await openAgain(client, lastId)
    process.stderr.write('it is back\n')
  }
}

function open(client: ControlClient, lastId?: string): Promise<AsyncIterable<Uint8Array>> {
  return client.open('/_sandbox/events?requests=true', lastId === undefined ? {} : { 'last-event-id': lastId })
}

async function openAgain(client: ControlClient, lastId: string | undefined): Promise<AsyncIterable<Uint8Array>> {
  for (;;) {
    try {
      return await open(client, lastId)
    } catch (error) {
      if (!(error instanceof NotRunning)) throw error
      await sleep(againMs)
    }
  }
}
