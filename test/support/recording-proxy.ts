import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { openReceiver } from '../../src/cli/listen/receiver.ts'
import { HarFile } from '../../src/recordings/record/har-file.ts'
import { BodyRoom } from '../../src/recordings/record/kept-body.ts'
import { CallRecorder } from '../../src/recordings/record/recorder.ts'
import { folderWith } from './cli.ts'
import { listening } from './listening.ts'

export interface OpenedRecorder {
  readonly url: string
  readonly hook: string
  readonly file: string
  readonly problems: readonly string[]
  stop(): Promise<void>
  /** The text of the recording so far. */
  text(): string
  // biome-ignore lint/suspicious/noExplicitAny: tests reach freely into what was recorded
  entries(): readonly any[]
}

interface Options {
  readonly forwardTo?: string
  readonly keepsPersonal?: boolean
  readonly kept?: readonly string[]
}

/** `record` before a service, within this process. */
export async function openRecorder(service: string, options: Options = {}): Promise<OpenedRecorder> {
  const { forwardTo, keepsPersonal = false, kept = [] } = options
  const file = join(folderWith(), 'recording.har')
  const problems: string[] = []
  const recorder = new CallRecorder({
    to: new URL(service),
    forwardTo: forwardTo === undefined ? null : new URL(forwardTo),
    keepsPersonal,
    file: new HarFile(file, { name: 'payments-sandbox', version: '1' }),
    kept: new Set(kept),
    room: new BodyRoom(),
    salt: 'salt',
    written() {},
    problem: (text) => void problems.push(text),
  })
  const calls = await openReceiver(0, { answer: (call, gone) => recorder.call(call, gone), limit: recorder })
  const hooks = await openReceiver(0, { answer: (call, gone) => recorder.webhook(call, gone), limit: recorder })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= recorder.close()
    return stopped
  }
  onTestFinished(async () => {
    await stop()
    await calls.close()
    await hooks.close()
  })
  const text = () => readFileSync(file, 'utf8')
  return {
    url: calls.url,
    hook: hooks.url,
    file,
    problems,
    stop,
    text,
    entries: () => JSON.parse(text()).log.entries,
  }
}

export interface OwnService {
  readonly url: string
  /** What came, in order. */
  readonly received: { readonly incoming: IncomingMessage; readonly raw: Buffer }[]
}

/** A service of one test, which keeps what it receives. */
export async function openService(answer: RequestListener): Promise<OwnService> {
  const received: OwnService['received'] = []
  const server: Server = createServer(async (incoming, outgoing) => {
    received.push({ incoming, raw: await buffer(incoming) })
    answer(incoming, outgoing)
  })
  return { url: await listening(server), received }
}
