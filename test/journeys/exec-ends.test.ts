import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Cli, folderWith, launch, run } from '../support/cli.ts'
import { until } from '../support/until.ts'

const node = (script: string) => ['--', process.execPath, '-e', script]

async function staying(script: string): Promise<{ cli: Cli; pid: number }> {
  const cli = launch(['exec', ...node(`${script}; console.log('pid', process.pid); setInterval(() => {}, 1000)`)])
  const line = await cli.line(/^pid \d+$/)
  return { cli, pid: Number(line.slice(4)) }
}

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
  ['SIGUSR2', 140],
] as const)(
  '%s is passed on: the command ends by it, the report is printed, and nothing is left',
  async (signal, code) => {
    const { cli, pid } = await staying('')
    cli.signal(signal)
    expect(await cli.ended).toMatchObject({ code, stderr: expect.stringContaining('situations') })
    expect(isThere(pid)).toBe(false)
  },
)

test('a command that takes the signal and ends well is 0', async () => {
  const { cli } = await staying(`process.on('SIGTERM', () => process.exit(0))`)
  cli.signal('SIGTERM')
  expect(await cli.ended).toMatchObject({ code: 0 })
})

test('a signal that comes as soon as the command runs is passed on', async () => {
  const { code } = await run(['exec', '--', 'sh', '-c', 'kill -TERM $PPID; exec sleep 10'])
  expect(code).toBe(143)
})

test('a second signal ends a command that ignores the first', async () => {
  const { cli, pid } = await staying(`process.on('SIGTERM', () => console.log('ignored'))`)
  cli.signal('SIGTERM')
  await cli.line(/ignored/)
  await new Promise((resolve) => setTimeout(resolve, 1100))
  cli.signal('SIGTERM')
  expect(await cli.ended).toMatchObject({ code: 143 })
  await until('the command is gone', () => (isThere(pid) ? undefined : true))
})

test('what the command leaves behind is ended with it', async () => {
  const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })`
  const { code, stdout } = await run(['exec', ...node(`const left = ${child}; left.unref(); console.log(left.pid)`)])
  expect(code).toBe(0)
  await until('the process left behind is gone', () => (isThere(Number(stdout)) ? undefined : true))
})

test('a command outlives no exec that is killed', async () => {
  const { cli, pid } = await staying('')
  cli.signal('SIGKILL')
  await cli.ended
  await until('the process is gone', () => (isThere(pid) ? undefined : true))
})

test("a probe's command outlives no exec that is killed", async () => {
  const order = { accountName: 'Ama', accountNumber: '0241234567', amount: 1, currency: 'GHS', network: 'MTN' }
  const create = `fetch(process.env.PAYMENTS_SANDBOX_URL + '/collections/mobilemoney', { method: 'POST',
    headers: { authorization: process.env.PAYMENTS_SANDBOX_API_KEY, 'content-type': 'application/json' },
    body: '${JSON.stringify({ ...order, reason: 'Tea', reference: 'scn:paid-at-once:1' })}' })`
  const cwd = folderWith({ 'probe.yaml': "probe: { command: 'echo $$ > pid; sleep 600', paid: { at: /a, is: 1 } }\n" })
  const cli = launch(['exec', '--config', 'probe.yaml', ...node(create)], { cwd })
  const pid = await until('the probe is asked', () => {
    const file = join(cwd, 'pid')
    return existsSync(file) && readFileSync(file, 'utf8').endsWith('\n')
      ? Number(readFileSync(file, 'utf8'))
      : undefined
  })
  cli.signal('SIGKILL')
  await cli.ended
  await until('its command is gone', () => (isThere(pid) ? undefined : true))
})

test('signals that ask for no end are passed on', async () => {
  const { cli } = await staying(
    `for (const name of ['SIGUSR1', 'SIGUSR2', 'SIGWINCH']) process.on(name, () => console.log(name))`,
  )
  for (const name of ['SIGUSR1', 'SIGUSR2', 'SIGWINCH'] as const) {
    cli.signal(name)
    await cli.line(new RegExp(`^${name}$`))
  }
  cli.signal('SIGTERM')
  expect(await cli.ended).toMatchObject({ code: 143 })
})
