import { randomBytes } from 'node:crypto'
import { webUrl } from '../../domain/web-url.ts'
import { codeOf, messageOf } from '../../error-code.ts'
import { packageVersion } from '../../package-root.ts'
import { HarFile } from '../../recordings/record/har-file.ts'
import { BodyRoom } from '../../recordings/record/kept-body.ts'
import { CallRecorder, type WrittenEntry } from '../../recordings/record/recorder.ts'
import { counted, printable, shellWord } from '../../text.ts'
import { printJsonError, UsageError } from '../exit.ts'
import { forwardAddress } from '../listen/forward-address.ts'
import { openReceiver, type ReceivedWebhook } from '../listen/receiver.ts'
import { stopOnSignals } from '../run/signals.ts'
import { collection } from '../run/tuned-heap.ts'
import { jsonText, printableLines } from '../terminal/printable.ts'

export interface RecordFlags {
  readonly to: string
  readonly port: number
  readonly out: string
  readonly webhooks?: number
  readonly forwardTo?: string
  readonly keepPersonal?: boolean
  readonly keep?: readonly string[]
  readonly json?: boolean
}

export async function runRecord(flags: RecordFlags): Promise<void> {
  const { out, keepPersonal: keepsPersonal = false, keep = [], json = false } = flags
  const to = serviceAddress(flags)
  const forwardTo = webhookTarget(flags)
  const file = newFile(out)
  const print = (event: object, text: string) => process.stdout.write(json ? jsonText(event) : `${printable(text)}\n`)
  const counts = { calls: 0, webhooks: 0 }
  const recorder = new CallRecorder({
    ...{ to, forwardTo, keepsPersonal, file },
    kept: new Set(keep),
    room: new BodyRoom(collection()),
    salt: randomBytes(32).toString('hex'),
    written({ isWebhook, ...entry }) {
      counts[isWebhook ? 'webhooks' : 'calls']++
      print({ event: isWebhook ? 'webhook' : 'call', ...entry }, lineOf({ isWebhook, ...entry }))
    },
    problem(text) {
      if (json) printJsonError(text, 'not_recorded')
      else process.stderr.write(`${printableLines(text)}\n`)
    },
  })
  const opened = await openPorts(flags, recorder).catch((cause: unknown) => {
    file.remove()
    throw cause
  })
  const stop = async () => {
    await recorder.close()
    await Promise.all(opened.map(({ close }) => close()))
    const { calls, webhooks } = counts
    const text = `${out} has ${counted(calls, 'call')} and ${counted(webhooks, 'webhook')}`
    print({ event: 'stopped', out, ...counts }, `${text}: payments-sandbox compare ${shellWord(out)}`)
  }
  stopOnSignals(stop, json)
  const [calls, webhooks] = opened.map(({ url }) => url)
  const passing = forwardTo === null ? '' : `, which are passed on to ${forwardTo.href}`
  const listening = webhooks === undefined ? '' : `, and webhooks on ${webhooks}${passing}`
  const ready = { event: 'ready', url: calls, webhooksUrl: webhooks ?? null, out }
  print(ready, `recording calls to ${to.href} on ${calls}${listening}, into ${out}`)
}

/** Opens the port for calls and, if it is given, that for webhooks. */
async function openPorts({ port, webhooks }: RecordFlags, recorder: CallRecorder) {
  const limit = { room: recorder.room, tooLarge: () => recorder.tooLarge() }
  const portOf = (option: string) => ({ option, instead: `name another with ${option}; 0 takes a free one` })
  const calls = await openReceiver(port, {
    answer: (call, gone) => recorder.call(call, gone),
    limit,
    ...portOf('--port'),
  })
  if (webhooks === undefined) return [calls]
  const receiving = {
    answer: (webhook: ReceivedWebhook, gone: AbortSignal) => recorder.webhook(webhook, gone),
    limit,
    ...portOf('--webhooks'),
  }
  return openReceiver(webhooks, receiving).then(
    (opened) => [calls, opened],
    async (cause) => {
      await calls.close()
      throw cause
    },
  )
}

function serviceAddress({ to, port }: RecordFlags): URL {
  const url = webUrl(to)
  if (url === null) throw new UsageError(`--to: ${to} is not an address: write for example https://api.example.com`)
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError('--to: write the address alone, without user, query and fragment')
  }
  if (['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) && url.port === String(port)) {
    throw new UsageError(`--to: ${to} is the port that record itself listens on: name another with --port`)
  }
  return url
}

function webhookTarget({ webhooks, forwardTo }: RecordFlags): URL | null {
  if (forwardTo === undefined) return null
  if (webhooks === undefined)
    throw new UsageError('--forward-to passes webhooks on: name their port with --webhooks 4849')
  return forwardAddress(forwardTo)
}

function newFile(path: string): HarFile {
  try {
    return new HarFile(path, { name: 'payments-sandbox', version: packageVersion() })
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw new UsageError(`${path} exists: name another file with --out, or delete it`)
    throw new UsageError(`--out: ${path} cannot be written (${messageOf(cause)})`)
  }
}

function lineOf({ index, isWebhook, method, path, status }: WrittenEntry): string {
  return `#${index} ${isWebhook ? 'webhook ' : ''}${method} ${path} ${status}`
}
