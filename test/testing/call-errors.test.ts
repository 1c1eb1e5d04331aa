import { expect, onTestFinished, test } from 'vitest'
import { type Business, connectSandbox, type Sandbox } from '../../src/testing/index.ts'
import { started } from '../support/started-sandbox.ts'

async function connected(): Promise<Sandbox> {
  const sandbox = await connectSandbox({ url: (await started({ clock: 'frozen' })).url })
  onTestFinished(() => sandbox.stop())
  return sandbox
}

/** What JavaScript may hand on although the types forbid it. */
const untyped = (value: unknown) => value as never

const calls: readonly [(sandbox: Sandbox, shop: Business) => Promise<unknown>, string][] = [
  [
    (sandbox) => sandbox.business({ key: 'nope' }),
    "business(): key: 'nope' is not an API key: a key is test_ and 1 to 250 visible ASCII characters",
  ],
  [
    (sandbox) => sandbox.business(untyped({ callbakUrl: 'http://127.0.0.1' })),
    'business(): callbakUrl: unknown setting; did you mean callbackUrl?',
  ],
  [(sandbox) => sandbox.business(untyped({ pin: 1234 })), 'business(): pin: is a number; write text'],
  [
    (_, shop) => shop.advance(untyped(10)),
    "advance(): 10 is not a duration; write text, such as '5s', '2m' or '1m30s'",
  ],
  [
    (_, shop) => shop.advance(untyped(undefined)),
    "advance(): undefined is not a duration; write text, such as '5s', '2m' or '1m30s'",
  ],
  [
    (_, shop) => shop.advance('10 minutes'),
    'advance(): "10 minutes" is not a duration; write for example 5s, 2m or 1m30s',
  ],
  [
    (_, shop) => shop.runUntilIdle(untyped(['7d'])),
    "runUntilIdle(): [ '7d' ] is not a duration; write text, such as '5s', '2m' or '1m30s'",
  ],
  [(_, shop) => shop.resume(untyped('x')), 'resume(): rate: is text; write a number'],
  [(_, shop) => shop.use('wrong-pin', { times: 0 }), 'use(): times: 0 is too small; write at least 1'],
  [(_, shop) => shop.use('wrng-pin'), 'use(): There is no scenario wrng-pin; did you mean wrong-pin?'],
  [
    (_, shop) => shop.webhook({ timeout: untyped(5) }),
    "webhook(): timeout: 5 is not a duration; write text, such as '5s', '2m' or '1m30s'",
  ],
  [
    (_, shop) => shop.phone('0241234567').enterPin(untyped(0)),
    'enterPin(): pin: is not text; write the PIN in quotes such as "0000"',
  ],
  [(_, shop) => shop.virtualAccount('1').pay(untyped('x')), 'pay(): amount: is text; write a number'],
  [(_, shop) => shop.virtualAccount('0000000000').pay(1), 'No virtual account 0000000000 in the business test_shop'],
  [(_, shop) => shop.restore('paid'), 'The business test_shop has no snapshot paid'],
]

test.each([
  ['in this process', () => started({ clock: 'frozen' })],
  ['over HTTP', connected],
])('an error speaks of the call that caused it: %s', async (_where, open) => {
  const sandbox = await open()
  const shop = await sandbox.business({ key: 'test_shop' })
  for (const [call, message] of calls) {
    const error = await call(sandbox, shop).catch((error: Error) => error)
    expect(error).toMatchObject({ message })
  }
})

test('an error of connectSandbox() names the call and the option', async () => {
  await expect(connectSandbox({ url: 'nope' })).rejects.toThrow(
    "connectSandbox(): url: 'nope' is not an http or https URL",
  )
})
