import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, onTestFinished } from 'vitest'
import { call } from './call.ts'
import { until } from './until.ts'

/** The command as it is installed: the built code, not the sources. */
const bin = join(import.meta.dirname, '..', '..', 'bin', 'payments-sandbox.js')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Cli {
  readonly pid: number
  readonly stdout: string
  readonly stderr: string
  /** The complete lines of stdout so far. */
  readonly lines: readonly string[]
  /** Resolves when it has ended, killed or not. */
  readonly ended: Promise<Ended>
  line(pattern: RegExp): Promise<string>
  signal(name: NodeJS.Signals): void
  /** SIGTERM, as a process manager sends it, and the exit code 0 that must follow. */
  stop(): Promise<void>
  /** SIGKILL, as a crash: resolves when it is gone. */
  crash(): Promise<void>
}

/** Where a command runs; the environment is this process's without the sandbox's own variables and PORT. */
export interface Place {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

const alive = new Set<Cli>()

process.on('exit', () => {
  for (const cli of alive) cli.signal('SIGKILL')
})

/** A new folder with these files in it, gone after the test. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

export function launch(args: readonly string[], place?: Place): Cli {
  return launchNode([bin, ...args], place)
}

export function launchNode(args: readonly string[], place?: Place): Cli {
  return launchCommand([process.execPath, ...args], place)
}

export function launchCommand(
  [file = '', ...rest]: readonly string[],
  { cwd = folderWith(), env = {} }: Place = {},
): Cli {
  const child = spawn(file, rest, {
    cwd,
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return track(child)
}

/** Runs a command that ends without a signal. The time limit of the test is the only one. */
export function run(args: readonly string[], place?: Place): Promise<Ended> {
  return launch(args, place).ended
}

export interface StartedSandbox extends Cli {
  readonly url: string
}

/** `payments-sandbox start --port 0` with these further options, when it is ready. */
export async function start(args: readonly string[] = [], place?: Place): Promise<StartedSandbox> {
  const cli = launch(['start', '--port', '0', ...args], place)
  const ready = await cli.line(/ready/)
  const url = /http:\/\/[^\s"]+/.exec(ready)?.[0] ?? ''
  // Not a spread: it would copy what stdout is now.
  return Object.assign(cli, { url })
}

/** A GET of the sandbox's own API, as a whole business or with the key of one. */
export async function look(
  { url, token }: { readonly url: string; readonly token?: string },
  path: string,
  key = 'test_sandbox',
) {
  const headers = token === undefined ? {} : { 'x-sandbox-token': token }
  const { status, body } = await call(url, `/_sandbox${path}`, { key, headers })
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body
}

function track(child: ChildProcessByStdio<null, Readable, Readable>): Cli {
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk
    })
  }
  let isOver = false
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      isOver = true
      alive.delete(cli)
      resolve({ code, signal, ...text })
    })
  })
  const cli: Cli = {
    pid: child.pid ?? 0,
    get stdout() {
      return text.stdout
    },
    get stderr() {
      return text.stderr
    },
    get lines() {
      return text.stdout.split('\n').slice(0, -1)
    },
    ended,
    line: (pattern) =>
      until(
        () => `a line ${pattern} in ${JSON.stringify(text)}`,
        () => {
          const found = cli.lines.find((line) => pattern.test(line))
          if (found === undefined && isOver) throw new Error(`It ended without ${pattern}: ${JSON.stringify(text)}`)
          return found
        },
      ),
    signal: (name) => void child.kill(name),
    async stop() {
      child.kill('SIGTERM')
      const { code, signal, stderr } = await ended
      expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr })
    },
    async crash() {
      child.kill('SIGKILL')
      await ended
    },
  }
  alive.add(cli)
  onTestFinished(async ({ task }) => {
    const isLeft = alive.has(cli)
    if (isLeft) await cli.crash()
    // A test that failed halfway could not stop what it started: its own error is the one to read.
    if (task.result?.state !== 'fail') expect(isLeft, `process ${cli.pid} is left running`).toBe(false)
  })
  return cli
}

/** The environment of this process without the sandbox’s own variables and PORT. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const isOwn = (name: string) => name.startsWith('PAYMENTS_SANDBOX_') || name === 'PORT' || /_proxy$/i.test(name)
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOwn(name))), NO_COLOR: '1' }
}
