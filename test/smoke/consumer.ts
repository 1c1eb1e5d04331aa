// Compiled against the packed package, once as an ES module and once as CommonJS: the types must resolve in both.
import { connectSandbox, type Delivery, startSandbox, type TransactionWebhook } from 'payments-sandbox/testing'

export async function url(): Promise<string> {
  const sandbox = await startSandbox({ seed: 1, clock: 'frozen' })
  const webhook: Delivery = await (await sandbox.business()).webhook({ reference: 'order-1', status: 'FAILED' })
  await sandbox.stop()
  await (await connectSandbox({ url: sandbox.url })).stop()
  const { status, message }: TransactionWebhook = webhook.body
  const final: 'COMPLETED' | 'FAILED' = status
  return `${sandbox.url}/${webhook.id} ${final} ${message ?? ''}`
}
