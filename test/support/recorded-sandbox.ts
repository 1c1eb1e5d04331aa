import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig } from '../../src/config.ts'
import { parseDuration } from '../../src/domain/duration.ts'
import type { SettingsInput } from '../../src/domain/settings.ts'
import { type Log, startSandbox } from '../../src/sandbox.ts'
import { folderWith } from './cli.ts'

export const quiet: Log = { fault: () => {}, hint: () => {}, problem: () => {} }

export interface RecordedCall {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the service answers
  readonly body: any
}

export interface Stage {
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<RecordedCall>
  /** A call of the control API, which is not recorded. */
  control(method: string, path: string, body?: unknown): Promise<RecordedCall>
  advance(by: string): Promise<void>
  /** Where the shop receives webhooks. */
  readonly hook: string
  /** The status with which the shop answers the next webhooks; 0 means no answer. */
  answerWith(...statuses: readonly number[]): void
}

interface Options {
  readonly key?: string
}

const recordedAt = '2026-03-01T09:00:00.000Z'

/** Plays calls against a sandbox of these settings, and writes what went over the wire as a HAR file. Returns its entries. */
export async function recordSandbox(
  settings: Partial<SettingsInput>,
  play: (stage: Stage) => Promise<void>,
  { key = 'test_recorded' }: Options = {},
): Promise<object[]> {
  const config = parseConfig({ data: ':memory:', clock: recordedAt, seed: 7, businesses: { default: settings } })
  const sandbox = await startSandbox(config, quiet, { listens: false })
  const entries: object[] = []
  const statuses: number[] = []
  const waited = new Map<string, number>()
  const asked = { authorization: key, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body: unknown, headers = {}) => {
    const init = { method, headers: { ...asked, ...headers }, ...(body === undefined ? {} : { body: textOf(body) }) }
    const response = await sandbox.fetch(path, init)
    return { response, text: await response.text() }
  }
  const now = async () => JSON.parse((await send('GET', '/_sandbox/clock', undefined)).text).now
  sandbox.receive(key, async (request) => {
    const status = statuses.shift() ?? 200
    const sent = {
      url: request.url,
      method: 'POST',
      headers: listOf(request.headers),
      postData: { text: await request.text() },
    }
    const took = status === 0 ? parseDuration(settings.timeout ?? '10s') : 0
    const response = { status, headers: [], content: { text: '' } }
    // The clock stands still while an attempt waits: what comes after it comes later by that.
    const late = waited.get(sent.postData.text) ?? 0
    waited.set(sent.postData.text, late + took)
    const startedDateTime = new Date(Date.parse(await now()) + late).toISOString()
    entries.push({ startedDateTime, time: took, _webhook: true, request: sent, response })
    if (status === 0) throw new Error('no answer')
    return new Response(null, { status })
  })
  try {
    await play({
      async call(method, path, body, headers) {
        const at = await now()
        const entry = { startedDateTime: at, time: 3 }
        // A webhook that is sent during the call comes after it.
        const place = entries.length
        const began = performance.now()
        const { response, text } = await send(method, path, body, headers).catch(() => ({ response: null, text: '' }))
        const took = performance.now() - began
        // A reply that the scenario does not hold back takes as long on every machine.
        if (took >= 1000) entry.time = took
        const postData = body === undefined ? {} : { postData: { text: textOf(body) } }
        const request = {
          method,
          url: `https://service.example/v1${path}`,
          headers: listOf(new Headers({ ...asked, ...headers })),
          ...postData,
        }
        const answer = {
          status: response?.status ?? 0,
          headers: listOf(response?.headers ?? new Headers()),
          content: { text: text.replaceAll('Cannot GET /', 'Cannot GET /v1/') },
        }
        entries.splice(place, 0, { ...entry, request, response: answer })
        return { status: response?.status ?? 0, body: parsed(text) }
      },
      async control(method, path, body) {
        const { response, text } = await send(method, `/_sandbox${path}`, body)
        if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
        return { status: response.status, body: parsed(text) }
      },
      async advance(by) {
        await send('POST', '/_sandbox/clock/advance', { by })
      },
      answerWith: (...next) => void statuses.push(...next),
      hook: 'https://shop.example/hooks',
    })
  } finally {
    await sandbox.close()
  }
  return entries
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Without the headers by which the sandbox says which scenario it chose. */
function listOf(headers: Headers) {
  return [...headers].filter(([name]) => !name.startsWith('x-sandbox-')).map(([name, value]) => ({ name, value }))
}

/** Writes entries as a HAR file. Returns its path. */
export function harFile(entries: readonly object[], name = 'recording.har'): string {
  const file = join(folderWith(), name)
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } }))
  return file
}
