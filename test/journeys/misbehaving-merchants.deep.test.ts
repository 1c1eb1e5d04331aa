import { afterEach, expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { certificates } from '../support/certificates.ts'
import { folderWith, look, type StartedSandbox, start } from '../support/cli.ts'
import { answers, misbehaviours, type Receiver, refusingPort, startReceiver } from '../support/misbehaving-receiver.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'
import { forgetPeak, peakMegabytes, tellsUse } from './process-use.ts'

const key = 'test_sandbox'
const timeoutMs = 500
const settings = `businesses: { default: { timeout: ${timeoutMs}ms, retry: [] } }`
const opened: Receiver[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((receiver) => receiver.close()))
})

async function receiver(...how: Parameters<typeof startReceiver>): Promise<string> {
  const made = await startReceiver(...how)
  opened.push(made)
  return made.url
}

const behaves = (name: keyof typeof misbehaviours) => () => receiver(misbehaviours[name])
const says = (status: number, text = '') => [() => receiver(answers(status, text)), status] as const
const withTls = (cert: string) => () => receiver(answers(200, 'ok'), { tls: { key: certificates.key, cert } })

/** Where each webhook goes, and the status or the words that its one attempt must come to. */
const merchants: Readonly<Record<string, readonly [url: () => Promise<string>, outcome: number | RegExp]>> = {
  'connection refused': [
    async () => `http://127.0.0.1:${await refusingPort()}/`,
    /^connection refused: nothing listens on /,
  ],
  'resets before answering': [behaves('resets before answering'), /^the connection was reset before an answer: /],
  'closes before answering': [behaves('closes before answering'), /^the connection was closed before an answer: /],
  'never answers': [behaves('never answers'), /^timed out after 500ms: .* took the webhook but did not answer; /],
  'drips a byte every 100 ms': [behaves('drips a byte every 100 ms'), /^timed out after 500ms: /],
  'never ends its answer': [behaves('never ends its answer'), /^timed out after 500ms: .* did not end$/],
  'resets halfway': [behaves('resets halfway'), /^the connection was lost in the middle of the answer \(status 200\)$/],
  'closes halfway': [behaves('closes halfway'), /^the connection was lost in the middle of the answer \(status 200\)$/],
  'speaks no HTTP': [behaves('speaks no HTTP'), /^malformed HTTP answer from /],
  'sends endless headers': [behaves('sends endless headers'), /its headers are longer than 16 KB$/],
  'sends 64 MB': [behaves('sends 64 MB'), 200],
  'sends a gzip bomb': [behaves('sends a gzip bomb'), 200],
  'redirects to itself': [behaves('redirects to itself'), 302],
  'answers 204': says(204),
  'answers 301': says(301),
  'answers 307': says(307),
  'answers 400': says(400, 'what?'),
  'answers 410': says(410),
  'answers 429': says(429),
  'answers 500': says(500, 'oops'),
  'answers 503': says(503),
  'has an expired certificate': [withTls(certificates.expired), /^the TLS certificate of .* has expired: renew it$/],
  'has a self-signed certificate': [
    withTls(certificates.selfSigned),
    /^the TLS certificate of .* is self-signed: use /,
  ],
  'is another host': [withTls(certificates.elsewhere), /^the TLS certificate of .* is made out to another host name$/],
  // A label of 64 letters cannot exist, so this fails without asking a name server.
  'has no name': [
    async () => `http://${'a'.repeat(64)}.invalid/`,
    /^host name cannot be resolved: .* check the spelling/,
  ],
}

async function sendTo(sandbox: StartedSandbox, urls: Readonly<Record<string, string>>) {
  const names = Object.keys(urls)
  for (const [index, name] of names.entries()) {
    const body = mobileMoney({ reference: `scn:paid-at-once:${name}`, callbackURL: urls[name], metadata: { index } })
    expect(await call(sandbox.url, '/collections/mobilemoney', { key, body })).toMatchObject({ status: 200 })
  }
  await until('no work is left', async () => (await look(sandbox, '/jobs')).length === 0)
  return Promise.all(
    names.map(async (name) => {
      const { data } = await look(sandbox, `/webhooks?reference=${encodeURIComponent(`scn:paid-at-once:${name}`)}`)
      const [{ status, attempts }] = data
      return { name, status, attempts }
    }),
  )
}

test.runIf(tellsUse)(
  'with every merchant each attempt ends in time, with a name, and the sandbox does not grow',
  async () => {
    const cwd = folderWith({ 'payments-sandbox.config.yaml': settings, 'authority.pem': certificates.authority })
    const sandbox = await start([], { cwd, env: { NODE_EXTRA_CA_CERTS: `${cwd}/authority.pem` } })
    const good = await receiver(answers(200, 'ok'))
    const warmUp = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`warm-up-${index}`, good]))
    await sendTo(sandbox, warmUp)
    const before = forgetPeak(sandbox.pid)
    const entries = Object.entries(merchants).map(async ([name, [url]]) => [name, await url()])
    const sent = await sendTo(sandbox, Object.fromEntries(await Promise.all(entries)))
    const grownBy = peakMegabytes(sandbox.pid) - before
    await sandbox.stop()
    for (const { name, status, attempts } of sent) {
      const [, expected] = merchants[name] ?? []
      const [{ response, error, durationMs }, ...more] = attempts
      expect([name, more]).toEqual([name, []])
      expect([name, durationMs <= timeoutMs + 500]).toEqual([name, true])
      if (typeof expected === 'number') expect([name, response?.status, error]).toEqual([name, expected, null])
      else expect([name, response, error]).toEqual([name, null, expect.stringMatching(expected ?? /never/)])
      const isSuccess = typeof expected === 'number' && expected < 300
      expect([name, status]).toEqual([name, isSuccess ? 'delivered' : 'exhausted'])
    }
    expect(grownBy).toBeLessThan(20)
  },
)
