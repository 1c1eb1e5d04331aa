import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { addClientOptions, type ClientFlags, clientOf } from '../client/client-options.ts'
import { portNumber } from '../settings/option-values.ts'
import { jsonText, printable, printableLines } from '../terminal/printable.ts'
import { type Style, screenOf } from '../terminal/screen.ts'
import { judgeSignature } from './judge-signature.ts'
import { stopOnSignals } from './signals.ts'

interface ListenFlags extends ClientFlags {
  readonly port: number
  readonly reply: number
  readonly json?: boolean
}

/** `payments-sandbox listen`: a receiver that prints each webhook and says whether its signature is right. */
export function addListen(program: Command): void {
  addClientOptions(program.command('listen'))
    .description('Receive webhooks, print them and check their signatures')
    .option('--port <number>', 'port to listen on; 0 takes a free one', portNumber, 4848)
    .option('--reply <status>', 'HTTP status to answer with', statusCode, 200)
    .option('--json', 'print NDJSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox listen --reply 503')
    .action(listen)
}

async function listen(flags: ListenFlags): Promise<void> {
  // A wrong address or key fails now, not when the first webhook is judged.
  clientOf(flags)
  const server = createServer((incoming, outgoing) => {
    buffer(incoming)
      .then(async (raw) => {
        outgoing.writeHead(flags.reply).end()
        const verdict = await judgeSignature(incoming.headers, raw, flags)
        process.stdout.write(
          flags.json ? jsonLine(incoming, raw, verdict, flags) : textBlock(incoming, raw, verdict, flags),
        )
      })
      .catch(() => outgoing.destroy())
  })
  await listenOn(server, flags.port)
  stopOnSignals(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  process.stdout.write(
    flags.json
      ? jsonText({ event: 'ready', url, port })
      : `listening for webhooks on ${url}, answering ${flags.reply}\n`,
  )
}

async function listenOn(server: Server, port: number): Promise<void> {
  const host = '127.0.0.1'
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  } catch (error) {
    const { PortTaken } = await import('../../sandbox.ts')
    throw error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      ? new PortTaken({ host, port })
      : error
  }
}

function jsonLine(incoming: IncomingMessage, raw: Buffer, signature: string, { reply }: ListenFlags): string {
  const { method, url: path, headers } = incoming
  const body = parsed(raw)
  return jsonText({ event: 'webhook', method, path, headers, body, raw: raw.toString('utf8'), signature, reply })
}

function textBlock(
  { method, url, headers }: IncomingMessage,
  raw: Buffer,
  signature: string,
  { reply }: ListenFlags,
): string {
  const body = parsed(raw)
  const shown = printableLines(body === null ? raw.toString('utf8') : JSON.stringify(body, null, 2))
  const attempt = headers['x-sandbox-attempt'] ? printable(`, attempt ${headers['x-sandbox-attempt']}`) : ''
  const verdict = screenOf(process.stdout).paint(styleOf(signature), printable(signature))
  return `\n${method} ${printable(url ?? '')}${attempt}, answered ${reply}, signature ${verdict}\n${shown}\n`
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

function statusCode(text: string): number {
  if (!/^[2-5]\d\d$/.test(text)) throw new InvalidArgumentError('It is not an HTTP status from 200 to 599.')
  return Number(text)
}
