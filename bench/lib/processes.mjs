import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const pathOf = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const bin = pathOf('bin/payments-sandbox.js')
const counting = ['--require', pathOf('bench/processes/seen-inside.cjs')]
// A sandbox runs with the defaults: the settings of this machine do not reach it.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PAYMENTS_SANDBOX_')))

/**
 * Starts the processes of one row. `close` ends them and removes their files. With `profileFolder`, every sandbox writes a
 * CPU profile there when it ends.
 */
export function openProcesses(profileFolder) {
  const root = mkdtempSync(join(tmpdir(), 'payments-sandbox-bench-'))
  const profiled = profileFolder ? ['--cpu-prof', '--cpu-prof-dir', profileFolder, '--cpu-prof-interval', '200'] : []
  const running = new Set()
  const remove = () => rmSync(root, { recursive: true, force: true })
  const kill = () => {
    for (const { child } of running) child.kill('SIGKILL')
    remove()
  }
  process.once('exit', kill)
  let folders = 0

  /** A new folder, with this text as its scenario file if one is given. */
  const folder = (scenarios) => {
    const path = join(root, String(folders++))
    mkdirSync(join(path, 'scenarios'), { recursive: true })
    if (scenarios !== undefined) writeFileSync(join(path, 'scenarios', 'bench.yaml'), scenarios)
    return path
  }
  const begin = async (args, cwd = root, more = {}) => {
    const server = await startServer(args, cwd, more)
    running.add(server)
    server.ended.finally(() => running.delete(server)).catch(() => {})
    return server
  }
  const sandbox = [...profiled, bin]
  return {
    folder,
    bare: () => begin([pathOf('bench/processes/bare-server.mjs')]),
    merchant: () => begin([pathOf('bench/processes/merchant.mjs')]),
    /**
     * The sandbox on a data folder, by default a new one. `--data :memory:` among the arguments takes precedence. With `isCounted`
     * its `counts` resolves with what it has loaded and its turns (seen-inside.cjs).
     */
    sandbox: ({ args = [], cwd = folder(), env = {}, isCounted = false } = {}) => {
      const start = [...(isCounted ? counting : []), ...sandbox, 'start', '--port', '0', '--json', '--quiet']
      return begin([...start, ...args], cwd, env)
    },
    /** Runs Node with these arguments to its end. Resolves with the milliseconds it took. */
    node: (args) => run(args, root),
    /** Runs a command of the sandbox to its end. Resolves with the milliseconds it took. */
    command: (args) => run([...sandbox, ...args], root),
    async close() {
      await Promise.all([...running].map(({ stop }) => stop()))
      process.off('exit', kill)
      remove()
    },
  }
}

/** Starts a server. Resolves when it has written its first line, with the URL in that line and the time at which it was started. */
async function startServer(args, cwd, more) {
  const begun = performance.now()
  const child = spawn(process.execPath, args, { cwd, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const endedEarly = ended.then(([code]) => Promise.reject(new Error(`${args.join(' ')} ended with ${code}`)))
  endedEarly.catch(() => {})
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([once(lines, 'line'), endedEarly])
  const counts = async () => {
    child.kill('SIGWINCH')
    const [counted] = await once(lines, 'line')
    return JSON.parse(counted)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { child, pid: child.pid, url: JSON.parse(line).url, begun, ended, stop, counts }
}

async function run(args, cwd) {
  const begun = performance.now()
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`)
  return performance.now() - begun
}
