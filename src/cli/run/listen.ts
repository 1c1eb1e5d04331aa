import { type Command, Option } from 'commander'
import { addClientCommand, type DrivingFlags } from '../client/client-command.ts'
import { clientOf } from '../client/client-options.ts'
import { numberLike, portNumber } from '../settings/option-values.ts'
import { jsonText, prettyLines, printable, printableLines } from '../terminal/printable.ts'
import { type Style, screenOf } from '../terminal/screen.ts'
import { forwardAddress, forwardWebhook } from './forward-webhook.ts'
import { judgeSignature } from './judge-signature.ts'
import { type Answer, openReceiver, type ReceivedWebhook } from './receiver.ts'
import { stopOnSignals } from './signals.ts'

interface ListenFlags extends DrivingFlags {
  readonly port: number
  readonly reply: number
  readonly forwardTo?: string
}

export function addListen(program: Command): void {
  addClientCommand(
    program,
    'listen',
    'Receive webhooks, print them and check their signatures. --forward-to passes them on',
    'listen --reply 503\n  $ payments-sandbox listen --forward-to localhost:3000/webhooks',
  )
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

async function listen(flags: ListenFlags): Promise<void> {
  // A wrong address or key fails now, not when the first webhook is judged.
  clientOf(flags)
  const target = flags.forwardTo === undefined ? null : forwardAddress(flags.forwardTo)
  const receiver = await openReceiver(flags.port, {
    answer: (webhook) => (target === null ? { status: flags.reply } : forwardWebhook(webhook, target)),
    async answered(webhook, answer) {
      const verdict = await judgeSignature(webhook.headers, webhook.raw, flags)
      const shown = { webhook, answer, verdict, target }
      process.stdout.write(flags.json ? jsonLine(shown) : textBlock(shown))
    },
  })
  stopOnSignals(receiver.close, flags.json)
  const { url, port } = receiver
  const answering = target === null ? `answering ${flags.reply}` : `passing them on to ${target.href}`
  process.stdout.write(
    flags.json ? jsonText({ event: 'ready', url, port }) : `listening for webhooks on ${url}, ${answering}\n`,
  )
}

interface Shown {
  readonly webhook: ReceivedWebhook
  readonly answer: Answer
  readonly verdict: string
  readonly target: URL | null
}

function jsonLine({ webhook: { raw, ...webhook }, answer: { status: reply }, verdict, target }: Shown): string {
  const forwarded = target === null ? {} : { forwardedTo: target.href }
  const bodies = { body: parsed(raw), raw: raw.toString('utf8') }
  return jsonText({ event: 'webhook', ...webhook, ...bodies, signature: verdict, reply, ...forwarded })
}

function textBlock({ webhook: { method, path, headers, raw }, answer, verdict, target }: Shown): string {
  const { paint } = screenOf(process.stdout)
  const shown = prettyLines(raw.toString('utf8'))
  const attempt = headers['x-sandbox-attempt'] ? printable(`, attempt ${headers['x-sandbox-attempt']}`) : ''
  const answered = target === null ? `answered ${answer.status}` : `${target.href} answered ${answer.status}`
  const why =
    target !== null && answer.status === 502 && answer.body ? printableLines(answer.body.toString('utf8')) : ''
  const signature = paint(styleOf(verdict), printable(verdict))
  return `\n${method} ${printable(path)}${attempt}, ${printable(answered)}, signature ${signature}\n${paint('red', why)}${shown}\n`
}

function styleOf(signature: string): Style {
  if (signature.startsWith('right')) return 'green'
  return signature.startsWith('WRONG') ? 'red' : 'yellow'
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}

const statusCode = numberLike(/^[2-5]\d\d$/, 'It is not an HTTP status from 200 to 599.')
