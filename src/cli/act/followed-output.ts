import { printable, shellQuoted } from '../../text.ts'
import type { ClientFlags } from '../client/client-options.ts'
import type { Happened } from '../client/server-events.ts'
import { judgeSignature } from '../listen/judge-signature.ts'
import type { ReceivedWebhook } from '../listen/receiver.ts'
import { jsonText, prettyLines } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { liveLines } from '../text/live-lines.ts'

export function followedOutput(flags: ClientFlags, key: string) {
  const screen = () => screenOf(process.stdout)
  const lineOf = liveLines(screen, key)
  const judging: Promise<void>[] = []
  const print = (text: string) => process.stdout.write(text)
  const judge = async ({ headers, raw }: ReceivedWebhook) => {
    const { text: signature } = await judgeSignature(headers, raw, flags)
    const body = raw.toString('utf8')
    if (flags.json) return void print(jsonText({ event: 'webhook', headers, raw: body, signature }))
    print(`\n${screen().paint('bold', 'the webhook')}, signature ${printable(signature)}\n${prettyLines(body)}\n\n`)
  }
  return {
    call(url: URL, headers: Readonly<Record<string, string>>, body: object) {
      if (flags.json) return
      const options = Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`)
      const data = `-d ${shellQuoted(JSON.stringify(body))}`
      print(`${screen().paint('dim', printable(['curl', url.href, ...options, data].join(' ')))}\n`)
    },
    /** Goes to stderr: it is not an event. */
    note: (text: string | null) => void (text !== null && process.stderr.write(`${printable(text)}\n`)),
    event: (happened: Happened) => void print(flags.json ? jsonText(happened) : lineOf(key, happened)),
    webhook(webhook: ReceivedWebhook): void {
      judging.push(judge(webhook))
    },
    printed: () => Promise.all(judging),
  }
}
