import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slotOf, slotsIn } from '../../../src/domain/slots.ts'
import { packageRoot } from '../../../src/package-root.ts'
import { call } from '../../support/call.ts'
import { type Cli, type Ended, folderWith, launchCommand, type StartedSandbox, start } from '../../support/cli.ts'
import { freePort } from '../../support/free-port.ts'
import { until } from '../../support/until.ts'

const shipped = join(packageRoot(), 'deploy', 'haproxy')
/** The sandboxes demand it; the proxy does not know it. */
export const token = 's3cret'

export interface Cluster {
  readonly url: string
  readonly instances: Instance[]
  /** Which instance the map names for a key. */
  instanceOf(key: string): number
  /** Sends these slots to another instance: writes the map and reloads the proxy. */
  sendSlots(slots: string, to: number): void
  /**
   * Moves a slot by the lines of docs/shared.md, with the map of this proxy in place of the installed one. Returns how they
   * ended.
   */
  moveByTheLines(slot: number, places: { readonly from: number; readonly to: number }): Promise<Ended>
  stop(): Promise<void>
}

export interface Instance {
  slots: string
  readonly url: string
  readonly token: string
  /** The running process; the last one while the sandbox is down. */
  process: StartedSandbox
  open(): Promise<void>
}

/** Starts the sandboxes and the proxy. `scenarios` is a scenario file that each of them plays. */
export async function startCluster(scenarios: string): Promise<Cluster> {
  const instances = await Promise.all(
    ['0-204', '205-409', '410-614', '615-819', '820-1023'].map((slots) => startInstance(slots, scenarios)),
  )
  const places = Array.from({ length: 1024 }, (_, slot) => Math.floor(slot / 205))
  const { url, proxy, folder, writeMap } = await startProxy(instances, places)
  return {
    url,
    instances,
    instanceOf: (key) => places[slotOf(key)] ?? 0,
    sendSlots(slots, to) {
      for (const slot of slotsIn(slots)) places[slot] = to
      writeMap()
      proxy.signal('SIGUSR2')
    },
    async moveByTheLines(slot, { from, to }) {
      const lines = movingLines()
        .replaceAll('42', `${slot}`)
        .replace('sandbox-1', `sandbox-${to}`)
        .replace('/etc/payments-sandbox', folder)
      const commands = folderWith({
        'payments-sandbox': `#!/bin/sh\nexec '${process.execPath}' '${join(packageRoot(), 'bin', 'payments-sandbox.js')}' "$@"\n`,
        systemctl: `#!/bin/sh\nkill -USR2 ${proxy.pid}\n`,
      })
      for (const name of ['payments-sandbox', 'systemctl']) chmodSync(join(commands, name), 0o755)
      const ended = await launchCommand(['bash', '-c', lines], {
        cwd: folder,
        env: {
          PATH: `${commands}:${process.env.PATH}`,
          FROM: instances[from]?.url ?? '',
          TO: instances[to]?.url ?? '',
          PAYMENTS_SANDBOX_TOKEN: token,
        },
      }).ended
      places[slot] = to
      return ended
    },
    async stop() {
      await Promise.all(instances.map((instance) => instance.process.stop()))
      proxy.signal('SIGTERM')
      await proxy.ended
    },
  }
}

function movingLines(): string {
  const text = readFileSync(join(packageRoot(), 'docs', 'shared.md'), 'utf8')
  const [, lines = ''] = /```bash\n(set -euo pipefail\n.*?)```/s.exec(text) ?? []
  return lines
}

async function startInstance(slots: string, scenarios: string): Promise<Instance> {
  const cwd = folderWith({ 'scenarios/own.yaml': scenarios })
  const port = await freePort()
  const launched = (own: string) =>
    start(['--port', `${port}`, '--slots', own, '--drain', '2s', '--seed', '1', '--token', token], { cwd })
  const instance: Instance = {
    slots,
    token,
    url: `http://127.0.0.1:${port}`,
    process: await launched(slots),
    async open() {
      instance.process = await launched(instance.slots)
    },
  }
  return instance
}

async function startProxy(
  instances: readonly Instance[],
  places: readonly number[],
): Promise<{ url: string; proxy: Cli; folder: string; writeMap(): void }> {
  const cwd = folderWith({ '503.http': readFileSync(join(shipped, '503.http'), 'utf8') })
  const port = await freePort()
  const writeMap = () =>
    writeFileSync(join(cwd, 'slots.map'), places.map((place, slot) => `${slot} sandbox-${place}\n`).join(''))
  writeMap()
  const env = {
    SANDBOX_FILES: cwd,
    SANDBOX_PORT: `${port}`,
    ...Object.fromEntries(instances.map(({ url }, index) => [`SANDBOX_${index}`, new URL(url).host])),
  }
  const proxy = launchCommand(['haproxy', '-W', '-f', join(shipped, 'haproxy.cfg')], { cwd, env })
  const url = `http://127.0.0.1:${port}`
  await until('the proxy listens', () =>
    call(url, '/balance').then(
      () => true,
      () => false,
    ),
  )
  return { url, proxy, folder: cwd, writeMap }
}
