import { buffer } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { headersIn, passOn, type WireAnswer, whyNoAnswer } from '../../recordings/record/pass-on.ts'
import { printable } from '../../text.ts'
import { addClientCommand } from '../client/client-command.ts'
import { type ClientFlags, clientOf } from '../client/client-options.ts'
import { stopOnSignals } from '../run/signals.ts'
import { numberLike, portNumber } from '../settings/option-values.ts'
import { jsonText, prettyLines } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { forwardAddress } from './forward-address.ts'
import { judgeSignature, type SignatureVerdict } from './judge-signature.ts'
import { openReceiver, type ReceivedWebhook } from './receiver.ts'

interface ListenFlags extends ClientFlags {
  readonly port: number
  readonly reply: number
  readonly forwardTo?: string
}

export function addListen(program: Command): void {
  addClientCommand(
    program,
    'listen',
    'listen --reply 503\n  $ payments-sandbox listen --forward-to localhost:3000/webhooks',
  )
    .description('Receive webhooks, print them and check their signatures. --forward-to passes them on')
    .option('--port <number>', 'port to listen on; 0 takes a free one', portNumber, 4848)
    .option('--reply <status>', 'HTTP status to answer with', statusCode, 200)
    .addOption(
      new Option(
        '--forward-to <url>',
        'pass each webhook on to this address as it came, and answer what it answers',
      ).conflicts('reply'),
    )
    .action(listen)
}

const statusCode = numberLike(/^[2-5]\d\d$/, 'It is not an HTTP status from 200 to 599.')

async function listen({ port: asked, reply, forwardTo, ...flags }: ListenFlags): Promise<void> {
  // A wrong address or key fails now, not when the first webhook is judged.
  clientOf(flags)
  const target = forwardTo === undefined ? null : forwardAddress(forwardTo)
  const receiver = await openReceiver(asked, {
    answer: (webhook) => (target === null ? { status: reply } : forward(webhook, target)),
    async answered(webhook, answer) {
      const verdict = await judgeSignature(webhook.headers, webhook.raw, flags)
      const shown = { webhook, answer, verdict, target }
      process.stdout.write(flags.json ? jsonLine(shown) : textBlock(shown))
    },
  })
  stopOnSignals(receiver.close, flags.json)
  const { url, port } = receiver
  const answering = target === null ? `answering ${reply}` : `passing them on to ${target.href}`
  process.stdout.write(
    flags.json ? jsonText({ event: 'ready', url, port }) : `listening for webhooks on ${url}, ${answering}\n`,
  )
}

/** The parts of an answer that the sandbox reads. */
const kept: readonly string[] = ['content-type', 'retry-after']

async function forward(webhook: ReceivedWebhook, url: URL): Promise<WireAnswer> {
  try {
    const { status, headers, body } = await passOn(webhook, { to: url })
    const read = headersIn(headers).filter(([name]) => kept.includes(name.toLowerCase()))
    return { status, headers: read.flat(), body: await buffer(body) }
  } catch (cause) {
    const text = `payments-sandbox listen: no answer from ${url.href}: ${whyNoAnswer(cause)}\n`
    return { status: 502, body: Buffer.from(text) }
  }
}

interface Shown {
  readonly webhook: ReceivedWebhook
  readonly answer: WireAnswer
  readonly verdict: SignatureVerdict
  readonly target: URL | null
}

function jsonLine({ webhook: { raw, ...webhook }, answer: { status: reply }, verdict, target }: Shown): string {
  const forwarded = target === null ? {} : { forwardedTo: target.href }
  const bodies = { body: parsed(raw), raw: raw.toString('utf8') }
  return jsonText({ event: 'webhook', ...webhook, ...bodies, signature: verdict.text, reply, ...forwarded })
}

function textBlock({ webhook: { method, path, headers, raw }, answer, verdict, target }: Shown): string {
  const { paint } = screenOf(process.stdout)
  const shown = prettyLines(raw.toString('utf8'))
  const attempt = headers['x-sandbox-attempt'] ? printable(`, attempt ${headers['x-sandbox-attempt']}`) : ''
  const answered = target === null ? `answered ${answer.status}` : `${target.href} answered ${answer.status}`
  const why =
    target !== null && answer.status === 502 && answer.body instanceof Buffer
      ? `${printable(answer.body.toString('utf8').trimEnd())}\n`
      : ''
  const signature = paint(styles[verdict.is], printable(verdict.text))
  return `\n${method} ${printable(path)}${attempt}, ${printable(answered)}, signature ${signature}\n${paint('red', why)}${shown}\n`
}

const styles = { right: 'green', wrong: 'red', 'not verified': 'yellow' } as const

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
