import { execFile } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { ControlFailure } from '../../control-client/failure.ts'
import { isLoopback } from '../../domain/ip-range.ts'
import { messageOf } from '../../error-code.ts'
import { packageVersion } from '../../package-root.ts'
import { sleep } from '../../time.ts'
import { type ClientFlags, clientOf, keyOf, urlOf } from '../client/client-options.ts'
import { hintsVariable } from '../client/next-command.ts'
import { environment, prefix } from '../environment.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { type OwnSandbox, ownSettings, startOwn } from '../run/own-sandbox.ts'
import { stopOnSignals } from '../run/signals.ts'
import { type Ran, type Tool, type ToolAnswer, tools } from './tools.ts'

export interface McpFlags extends ClientFlags {
  readonly remote?: boolean
  readonly callbackUrl?: string
}

/** The longest answer in bytes: more fills an agent's context without need. */
const mostBytes = 4000
/** How long a command may take, in milliseconds of real time: clients give a call up after a minute. */
const patienceMs = 50_000
/** How long a sandbox may take to say that it is one. */
const probeMs = 2000
/** How long calls under way may take once the client sends no more. */
const lastMs = 1000

export async function runMcp({ remote = false, callbackUrl, ...flags }: McpFlags): Promise<void> {
  const named = flags.url ?? environment[`${prefix}URL`]
  const url = urlOf(flags)
  if (!remote && !isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))) {
    throw new UsageError(`${url} is not on this machine: give --remote to let an agent change what is there`)
  }
  const own =
    named === undefined && !(await answers(url))
      ? await startOwn((await ownSettings({ callbackUrl, port: 0 })).config, null, 'mcp')
      : null
  const isKeyGiven = flags.key !== undefined || environment[`${prefix}API_KEY`] !== undefined
  const key = own === null || isKeyGiven ? keyOf(flags) : own.access.apiKey
  const commands = new Commands({ ...flags, url: own?.access.url ?? url, key })
  if (own === null && callbackUrl !== undefined) {
    await clientOf(commands.target).call('PATCH /_sandbox/business', { callbackUrl })
  }
  const close = async () => {
    commands.stop()
    await own?.sandbox.close()
  }
  stopOnSignals(close)
  const served = serveStdio(() => serverOf(commands, own))
  process.stdin.once('end', () => {
    Promise.race([Promise.allSettled(commands.running), sleep(lastMs)])
      .then(() => served.close())
      .then(close)
      .finally(() => process.exit(0))
  })
}

/** True if a sandbox answers, even one that demands its token. */
function answers(url: string): Promise<boolean> {
  return clientOf({ url }, probeMs)
    .call('GET /_sandbox/health/live')
    .then(
      ({ status }) => status === 'ok',
      (error) => error instanceof ControlFailure && error.code === 'token_required',
    )
}

function serverOf(commands: Commands, own: OwnSandbox | null): McpServer {
  const { target } = commands
  const where =
    own === null ? `The sandbox at ${target.url}` : `A sandbox in memory at ${target.url}, which ends with this server`
  const server = new McpServer(
    { name: 'payments-sandbox', version: packageVersion() },
    { instructions: `${where}; the key is ${target.key}. Its documentation: ${target.url}/_sandbox/llms.txt` },
  )
  for (const [name, tool] of Object.entries(tools)) {
    const { description, input, readOnlyHint, destructiveHint = false } = tool
    // Without a hint MCP takes a tool for one that deletes.
    const annotations = readOnlyHint ? { readOnlyHint } : { destructiveHint }
    server.registerTool(name, { description, inputSchema: shortened(input), annotations }, (given, { mcpReq }) =>
      commands.answer(tool, given, mcpReq.signal),
    )
  }
  return server
}

/** The schema without the dialect's address, which is MCP's own: every agent reads the list of tools in full. */
function shortened(input: Tool['input']) {
  const { jsonSchema, ...standard } = input['~standard']
  const short: typeof jsonSchema.input = (options) => {
    const { $schema: _, ...schema } = jsonSchema.input(options)
    return schema
  }
  return { '~standard': { ...standard, jsonSchema: { ...jsonSchema, input: short } } }
}

interface Output {
  readonly text: string
  readonly failed: boolean
}

/** Runs the commands of tools, each in a process of its own: standard output belongs to the protocol. */
class Commands {
  readonly target: ClientFlags & { readonly url: string; readonly key: string }
  readonly #stopper = new AbortController()
  readonly running = new Set<Promise<unknown>>()

  constructor(target: Commands['target']) {
    this.target = target
    setMaxListeners(0, this.#stopper.signal)
  }

  stop(): void {
    this.#stopper.abort()
  }

  /** What a tool answers, at most 4 KB of it. A call that is cancelled ends its process. */
  async answer({ does, rest }: Tool, input: Readonly<Record<string, unknown>>, cancelled: AbortSignal) {
    const running = typeof does === 'function' ? this.#run(does(input), cancelled) : this.#ask(does.ask, input)
    this.running.add(running)
    const { text, failed } = await running.finally(() => this.running.delete(running))
    return { content: [{ type: 'text' as const, text: cut(text, rest) }], isError: failed }
  }

  #run({ words, operands = [], key = this.target.key }: Ran, cancelled: AbortSignal): Promise<Output> {
    return this.#output([...words, `--url=${this.target.url}`, `--key=${key}`, '--', ...operands], cancelled)
  }

  async #ask(ask: ToolAnswer, input: Readonly<Record<string, unknown>>): Promise<Output> {
    try {
      return { text: await ask(clientOf(this.target, undefined, 'agent'), input), failed: false }
    } catch (error) {
      const hint = error instanceof ControlFailure && error.hint !== undefined ? `\n  ${error.hint}` : ''
      return { text: `${messageOf(error)}${hint}`, failed: true }
    }
  }

  #output(words: readonly string[], cancelled: AbortSignal): Promise<Output> {
    const program = process.argv[1] ?? ''
    const { token } = this.target
    return new Promise((resolve) => {
      const limits = {
        timeout: patienceMs,
        maxBuffer: 64 * 1024 * 1024,
        signal: AbortSignal.any([cancelled, this.#stopper.signal]),
        // Arguments can be read by other users of the machine, and are shown in errors.
        env: {
          ...environment,
          [hintsVariable]: 'tools',
          ...(token === undefined ? {} : { [`${prefix}TOKEN`]: token }),
        },
      }
      execFile(process.execPath, [program, ...words], limits, (error, stdout, stderr) => {
        const late = error?.killed ? [`stopped after ${patienceMs / 1000} s: it was not over`] : []
        const text = [stdout, stderr, ...late].filter((part) => part !== '').join('\n')
        // What a report finds is not an error of the tool.
        const failed = error !== null && error.code !== exitCodes.expectations
        resolve({ text: text === '' ? 'done' : text, failed })
      })
    })
  }
}

function cut(text: string, rest: string | undefined): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= mostBytes) return text
  const end = `\n... cut${rest === undefined ? '' : `; ${rest}`}`
  // A character that the cut divides is left out.
  const start = bytes.subarray(0, mostBytes - Buffer.byteLength(end)).toString('utf8')
  return start.replace(/\ufffd+$/, '') + end
}
