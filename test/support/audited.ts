import { onTestFinished } from 'vitest'
import { folderWith, launch } from './cli.ts'
import { freePort } from './free-port.ts'
import type { Merchant } from './merchants/merchant.ts'
import { serve } from './merchants/serve.ts'

export const order = 'order: { post: SHOP/orders, body: { amount: 10.5 }, reference: /reference }\n'
export const probe = 'probe: { get: "SHOP/orders/{reference}", paid: { at: /status, is: paid }, credited: /credited }\n'

interface Auditing {
  readonly options?: readonly string[]
  readonly asksWhenSeen?: boolean
}

/** Audits a merchant of this process. */
export async function audited(
  Kind: typeof Merchant,
  written = order + probe,
  { options = [], ...serving }: Auditing = {},
) {
  const port = await freePort()
  const payments = `http://127.0.0.1:${port}`
  const shop = await serve((callbackUrl) => {
    const call = (path: string, init: RequestInit) => fetch(payments + path, init)
    return new Kind({ fetch: call, apiKey: 'test_sandbox', secret: 'test_sandbox', callbackUrl })
  }, serving)
  onTestFinished(() => shop.close())
  const cwd = folderWith({ 'audit.yaml': written.replaceAll('SHOP', shop.url) })
  const cli = launch(['audit', '--plan', 'audit.yaml', '--port', String(port), '--json', ...options], { cwd })
  const { code, stdout, stderr } = await cli.ended
  const rows: { check: string; verdict: string; seen: string; advice: string }[] =
    code === 0 || code === 5 || code === 7 ? JSON.parse(stdout) : []
  return {
    code,
    stderr,
    rows,
    failed: rows.filter(({ verdict }) => verdict === 'FAILED').map(({ check }) => check),
    cwd,
  }
}
