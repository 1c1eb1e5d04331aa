import type { Command } from 'commander'
import type { DeliveryView } from '../../control/webhooks/delivery-view.ts'
import type { ControlClient } from '../../control-client.ts'
import { addClientCommand, type DrivingFlags, onBusiness, printAnswer, warnIfEmpty } from '../client/client-command.ts'
import type { CommandClient } from '../client/client-options.ts'
import { onWebhook } from '../client/find-transaction.ts'
import { exitCodes, printJsonError, UsageError } from '../exit.ts'
import { jsonText, printable } from '../terminal/printable.ts'
import { answerText } from '../text/webhook-text.ts'

interface ReplayFlags extends DrivingFlags {
  readonly since?: string
  readonly failed?: boolean
}

export function addReplay(program: Command): void {
  addClientCommand(
    program,
    'replay [webhook]',
    'Send a webhook again. Takes its id, or the id or reference of a transaction that has only one. With --since or --failed: all that match, the oldest first',
    'replay order-1\n  $ payments-sandbox replay --since 10m --failed',
  )
    .option('--since <duration>', 'those made or tried within this sandbox time')
    .option('--failed', 'only those without a 2xx answer')
    .action(async (name: string | undefined, flags: ReplayFlags) => {
      const { since, failed } = flags
      if (since === undefined && !failed) {
        if (name === undefined)
          throw new UsageError('Name a webhook or a transaction, or write --failed or --since 10m')
        return printAnswer(flags, (client) => replayOne(client, name), replayedText)
      }
      if (name !== undefined) throw new UsageError(`--since and --failed choose the webhooks: leave ${name} out`)
      await onBusiness(flags, (client) => replayAll(client, flags))
    })
}

function replayOne(client: CommandClient, name: string): Promise<DeliveryView> {
  return onWebhook(client, name, { command: ['replay'], ask: (id) => send(client, id) })
}

function send(client: ControlClient, id: string): Promise<DeliveryView> {
  return client.call('POST /_sandbox/webhooks/{id}/replay', { id })
}

/** So many are sent at most: the newest. */
const limit = 1000

/** One after the other, so that they come in the order they were made. */
async function replayAll(client: ControlClient, { since, failed, ...flags }: ReplayFlags): Promise<void> {
  const filter = { since, failed: failed ? 'true' : 'false', limit } as const
  const { data } = await client.call('GET /_sandbox/webhooks', filter)
  // A webhook that was never tried was not missed: its time is still to come, or the scenario holds it.
  const inOrder = data.filter(({ attempts }) => attempts.length > 0)
  const unanswered = new Map<string, number>()
  let delivered = 0
  for (const { id, url, reference } of inOrder) {
    const { origin } = new URL(url)
    // If no server answers, the next would time out too, and overtake this one if the server came back.
    const left = unanswered.get(origin)
    if (left !== undefined) {
      unanswered.set(origin, left + 1)
      continue
    }
    const webhook = await send(client, id)
    process.stdout.write(flags.json ? jsonText(webhook) : `${printable(reference)}  ${replayedText(webhook)}`)
    if (webhook.attempts.at(-1)?.response === null) unanswered.set(origin, 0)
    if (isDelivered(webhook)) delivered += 1
  }
  const isWhole = delivered === inOrder.length
  if (!isWhole) process.exitCode = exitCodes.internal
  const said = summary(inOrder.length, delivered, unanswered)
  if (!flags.json) process.stderr.write(`${said}\n`)
  else if (!isWhole) printJsonError(new Error(said), 'not_delivered')
  if (inOrder.length === 0) await warnIfEmpty(flags)
}

function summary(all: number, delivered: number, unanswered: ReadonlyMap<string, number>): string {
  if (all === 0) return 'no webhook to send again'
  const unsent = [...unanswered.values()].reduce((sum, left) => sum + left, 0)
  const left = [...unanswered].flatMap(([origin, count]) =>
    count === 0 ? [] : `; ${count} not sent: no server answered at ${origin}`,
  )
  return `${delivered} delivered, ${all - delivered - unsent} failed${left.join('')}`
}

function isDelivered({ attempts }: DeliveryView): boolean {
  const status = attempts.at(-1)?.response?.status ?? 0
  return status >= 200 && status <= 299
}

function replayedText({ id, url, attempts }: DeliveryView): string {
  const last = attempts.at(-1)
  const came = last === undefined ? 'not answered: not finished' : answerText(last)
  return `${printable(`webhook ${id} to ${url}: attempt ${attempts.length} ${came}`)}\n`
}
