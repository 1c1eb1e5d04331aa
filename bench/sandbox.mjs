// What the benchmarks share: the built sandbox in a process and a folder of its own, and calls to it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../bin/payments-sandbox.js', import.meta.url))

/** A folder for one sandbox, with these scenarios in it. */
export function openFolder(scenarios = 'version: 1\nscenarios: {}\n') {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-bench-'))
  mkdirSync(join(folder, 'scenarios'))
  writeFileSync(join(folder, 'scenarios', 'bench.yaml'), scenarios)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Starts a sandbox in `folder`; `call` is a POST when it is given a body. */
export async function startSandbox(folder, args = []) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PAYMENTS_SANDBOX_')))
  const all = [bin, 'start', '--port', '0', '--json', '--quiet', ...args]
  const child = spawn(process.execPath, all, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the sandbox ended with ${code}`)))
  ended.catch(() => {})
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  const { url } = JSON.parse(line)
  return {
    url,
    pid: child.pid,
    call: (path, body, key = 'test_sandbox') => call(`${url}${path}`, body, key),
    async close() {
      process.off('exit', killed)
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function call(url, body, authorization) {
  const headers = { authorization, 'content-type': 'application/json' }
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** A collection that can be created. */
export function collection(reference, changes = {}) {
  return {
    amount: 10.5,
    currency: 'GHS',
    network: 'MTN',
    accountName: 'Ama Mensah',
    accountNumber: '0241234567',
    reason: 'benchmark',
    reference,
    ...changes,
  }
}

/** The value below which this share of the numbers lies. */
export function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}
