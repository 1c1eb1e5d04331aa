import type { Command } from 'commander'
import type { DeliveryView } from '../../control/webhooks/delivery-view.ts'
import { sentAgain } from '../../words/sent-again.ts'
import { addClientCommand, onBusiness, printAnswer, warnIfEmpty } from '../client/client-command.ts'
import type { ClientFlags, CommandClient } from '../client/client-options.ts'
import { onWebhook } from '../client/find-transaction.ts'
import { exitCodes, printJsonError, UsageError } from '../exit.ts'
import { jsonText, printableOf } from '../terminal/printable.ts'
import { answerText } from '../text/webhook-text.ts'

interface ReplayFlags extends ClientFlags {
  readonly since?: string
  readonly failed?: boolean
}

export function addReplay(program: Command): void {
  addClientCommand(program, 'replay [webhook]', 'replay order-1\n  $ payments-sandbox replay --since 10m --failed')
    .description(
      'Send a webhook again. Takes its id, or the id or reference of a transaction that has only one. With --since or --failed: all that match, the oldest first',
    )
    .option('--since <duration>', 'those made or tried within this sandbox time')
    .option('--failed', 'only those without a 2xx answer')
    .action((name: string | undefined, flags: ReplayFlags) => {
      const isOfMany = flags.since !== undefined || flags.failed
      if (name === undefined) {
        if (isOfMany) return onBusiness(flags, (client) => replayAll(client, flags))
        throw new UsageError('Name a webhook or a transaction, or write --failed or --since 10m')
      }
      if (isOfMany) throw new UsageError(`--since and --failed choose the webhooks: leave ${name} out`)
      const replayOne = (client: CommandClient) =>
        onWebhook(client, name, { doing: 'replay', ask: (id) => send(client, id) })
      return printAnswer(flags, replayOne, replayedText)
    })
}

function send({ call }: CommandClient, id: string): Promise<DeliveryView> {
  return call('POST /_sandbox/webhooks/{id}/replay', { id })
}

/** Most webhooks that are sent: the newest. */
const limit = 1000

/** One after the other, so that they come in the order they were made. */
async function replayAll(client: CommandClient, { since, failed, ...flags }: ReplayFlags): Promise<void> {
  const filter = { since, failed: failed ? 'true' : 'false', limit } as const
  const { data } = await client.call('GET /_sandbox/webhooks', filter)
  // A webhook that was never tried was not missed: its time is still to come, or the scenario holds it.
  const inOrder = data.filter(({ attempts }) => attempts.length > 0)
  const unsent = new Map<string, number>()
  let delivered = 0
  for (const { id, url, reference } of inOrder) {
    const { origin } = new URL(url)
    // If no server answers, the next would time out too, and overtake this one if the server came back.
    const left = unsent.get(origin)
    if (left !== undefined) {
      unsent.set(origin, left + 1)
      continue
    }
    const webhook = await send(client, id)
    process.stdout.write(
      flags.json ? jsonText(webhook) : `${printableOf(reference)}  ${replayedText(printableOf(webhook))}`,
    )
    const answer = sentAgain(webhook.attempts)?.response
    if (answer === null) unsent.set(origin, 0)
    else if (answer && answer.status >= 200 && answer.status <= 299) delivered += 1
  }
  const isWhole = delivered === inOrder.length
  if (!isWhole) process.exitCode = exitCodes.internal
  const said = summary(inOrder.length, delivered, unsent)
  if (!flags.json) process.stderr.write(`${printableOf(said)}\n`)
  else if (!isWhole) printJsonError(new Error(said), 'not_delivered')
  if (inOrder.length === 0) await warnIfEmpty(flags)
}

/** `unsent` counts the webhooks of each origin that follow one that got no answer. */
function summary(all: number, delivered: number, unsent: ReadonlyMap<string, number>): string {
  if (all === 0) return 'no webhook to send again'
  const left = [...unsent].filter(([, count]) => count > 0)
  const failed = left.reduce((rest, [, count]) => rest - count, all - delivered)
  const texts = left.map(([origin, count]) => `; ${count} not sent: no server answered at ${origin}`)
  return `${delivered} delivered, ${failed} failed${texts.join('')}`
}

function replayedText({ id, url, attempts }: DeliveryView): string {
  const sent = sentAgain(attempts)
  const came = sent === undefined ? 'not answered: not finished' : answerText(sent)
  return `webhook ${id} to ${url}: attempt ${sent?.number ?? 0} ${came}\n`
}
