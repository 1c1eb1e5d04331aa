import { execFile } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { isLoopback } from '../../config.ts'
import { packageVersion } from '../../package-root.ts'
import { type ClientFlags, keyOf, urlOf } from '../client/client-options.ts'
import { environment, prefix } from '../environment.ts'
import { UsageError } from '../exit.ts'
import { type OwnSandbox, ownConfig, startOwn } from '../run/own-sandbox.ts'
import { stopOnSignals } from '../run/signals.ts'
import { type Tool, tools } from './tools.ts'

export interface McpFlags extends ClientFlags {
  readonly remote?: boolean
}

/** The most of an answer, in characters: more fills an agent's context without need. */
const mostText = 4000
/** How long a command may take, in milliseconds of real time. */
const patienceMs = 120_000

/** Serves the tools over standard input and output until the client goes away. */
export async function runMcp({ remote = false, ...flags }: McpFlags): Promise<void> {
  const named = flags.url ?? environment[`${prefix}URL`]
  const url = urlOf(flags)
  if (!remote && !isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))) {
    throw new UsageError(`${url} is not on this machine: give --remote to let an agent change what is there`)
  }
  const own = named === undefined && !(await answers(url)) ? await startOwn(await ownConfig({}), null) : null
  const target = { ...flags, url: own?.access.url ?? url, key: own?.access.apiKey ?? keyOf(flags) }
  const close = async () => {
    await own?.sandbox.close()
  }
  stopOnSignals(close)
  const served = serveStdio(() => serverOf(target, own))
  process.stdin.once('end', () => {
    served
      .close()
      .then(close)
      .finally(() => process.exit(0))
  })
}

async function answers(url: string): Promise<boolean> {
  return fetch(new URL('/_sandbox/health/live', url)).then(
    ({ ok }) => ok,
    () => false,
  )
}

function serverOf(target: ClientFlags, own: OwnSandbox | null): McpServer {
  const where =
    own === null ? `The sandbox at ${target.url}` : `A sandbox in memory at ${target.url}, which ends with this server`
  const server = new McpServer(
    { name: 'payments-sandbox', version: packageVersion() },
    { instructions: `${where}; the key is ${target.key}. Its documentation: ${target.url}/_sandbox/llms.txt` },
  )
  for (const [name, tool] of Object.entries(tools)) {
    const { description, input, readOnlyHint = false, destructiveHint = false } = tool
    const annotations = { readOnlyHint, destructiveHint, openWorldHint: false }
    server.registerTool(name, { description, inputSchema: input, annotations }, (given) => answer(tool, given, target))
  }
  return server
}

/** Runs the command of a tool in a process of its own: standard output belongs to the protocol. */
async function answer({ command }: Tool, input: Readonly<Record<string, unknown>>, { url, key, token }: ClientFlags) {
  const words = command(input)
  const options = [`--url=${url}`, `--key=${key}`, ...(token === undefined ? [] : [`--token=${token}`])]
  const { text, failed } = await outputOf([...words, ...options])
  const more = `\n... cut; \`payments-sandbox ${words.join(' ')} --url ${url} --key ${key}\` prints all`
  const shown = text.length > mostText ? text.slice(0, mostText - more.length) + more : text
  return { content: [{ type: 'text' as const, text: shown }], isError: failed }
}

function outputOf(words: readonly string[]): Promise<{ readonly text: string; readonly failed: boolean }> {
  const program = process.argv[1] ?? ''
  return new Promise((resolve) => {
    const limits = { timeout: patienceMs, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [program, ...words], limits, (error, stdout, stderr) => {
      const text = [stdout, stderr].filter((part) => part !== '').join('\n')
      resolve({ text: text === '' ? (error?.message ?? 'done') : text, failed: error !== null })
    })
  })
}
