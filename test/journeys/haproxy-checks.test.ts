import { expect, test } from 'vitest'
import { folderWith, launchCommand, start } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'

// .ci/run installs HAProxy: apt-get install haproxy.
test.each([
  'option httpchk /_sandbox/health/ready',
  'option httpchk GET /_sandbox/health/ready',
  'option httpchk HEAD /_sandbox/health/live',
  'option httpchk GET /_sandbox/health/ready HTTP/1.1\\r\\nHost:\\ sandbox.example',
])('HAProxy finds a sandbox up with %s, and down when it has ended', async (check) => {
  const sandbox = await start(['--slots', '0-1023', '--token', 's3cret', '--data', ':memory:'])
  const config = `
global
  log stdout format raw local0
defaults
  mode http
  log global
  option log-health-checks
  timeout connect 2s
  timeout client 5s
  timeout server 5s
  timeout check 5s
listen sandboxes
  bind 127.0.0.1:${await freePort()}
  ${check}
  server one ${new URL(sandbox.url).host} check inter 100ms fall 1 rise 1
`
  const proxy = launchCommand(['haproxy', '-f', 'haproxy.cfg'], { cwd: folderWith({ 'haproxy.cfg': config }) })
  expect(await proxy.line(/^Health check/)).toContain('succeeded, reason: Layer7 check passed, code: 200')
  await sandbox.stop()
  expect(await proxy.line(/^Health check.* failed/)).toContain('status: 0/1 DOWN')
  proxy.signal('SIGTERM')
  await proxy.ended
})
